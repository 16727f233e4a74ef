// Keys for the common acts: each presses a link of the list of keys, which is on every page, so no key leads where the
// member may not go. They can be switched off in this browser (WCAG 2.1.4), and rest while somebody types.
const dialog = document.getElementById('keys');
const links = new Map([...dialog.querySelectorAll('[data-key]')].map(a => [a.dataset.key, a]));
const box = dialog.querySelector('input');
const entry = 'litmus-keys';
const patience = 1500; // between the two keys of "g i"

const storage = fn => {
  try {
    return fn(localStorage);
  } catch {
    return undefined; // no storage: the choice lasts as long as the page
  }
};
box.checked = storage(s => s.getItem(entry)) !== 'off';
box.addEventListener('change', () => {
  storage(s => box.checked ? s.removeItem(entry) : s.setItem(entry, 'off'));
});
addEventListener('storage', event => {
  if (event.key === entry) box.checked = event.newValue !== 'off';
});

const open = () => { dialog.showModal(); };
for (const button of document.querySelectorAll('[data-keys]')) {
  button.hidden = false;
  button.addEventListener('click', open);
}
dialog.querySelector('button').addEventListener('click', () => { dialog.close(); });
dialog.addEventListener('click', event => {
  if (event.target === dialog && event.detail) dialog.close(); // beside it
});

let first = ''; // of two keys
let forgetting;
document.addEventListener('keydown', event => {
  if (!box.checked || event.defaultPrevented || event.repeat || event.isComposing || event.ctrlKey || event.metaKey ||
    event.altKey || document.querySelector('dialog[open]') ||
    event.target.closest('input, textarea, select, [contenteditable]')) return;
  const pressed = first ? `${first} ${event.key}` : event.key;
  clearTimeout(forgetting);
  first = '';
  if (links.has(pressed)) {
    event.preventDefault();
    links.get(pressed).click();
  } else if (pressed === '?') {
    event.preventDefault();
    open();
  } else if ([...links.keys()].some(k => k.startsWith(`${pressed} `))) {
    first = pressed;
    forgetting = setTimeout(() => { first = ''; }, patience);
  }
});
