// Opens the search in a dialog, by Ctrl K or a link with data-find, and shows what is found as somebody types. It shows
// the results of the search's own page, where the links lead without this script.
const wait = 120; // after the last letter
const page = '/dashboard/search';
const here = document.querySelector(`main form[action="${page}"] input`); // on the page itself

const dialog = document.createElement('dialog');
dialog.className = 'finder';
dialog.setAttribute('aria-label', 'Search');
dialog.innerHTML = `<form action="${page}" role="search" aria-label="Everything">
<input name="q" type="text" role="combobox" aria-label="Name, address or posting" aria-autocomplete="list"
 aria-controls="found-list" aria-expanded="false" placeholder="Candidates, interviews, postings, people, pages"
 maxlength="200" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" autofocus>
<button type="button" class="button quiet">Close</button></form>
<p class="hint" role="status"></p>
<div id="found-list" role="listbox" aria-label="Results" hidden></div>`;
if (!here) document.body.append(dialog);
const input = dialog.querySelector('input');
const list = dialog.querySelector('[role=listbox]');
const said = dialog.querySelector('[role=status]');

let options = [];
let chosen = -1;
let shown; // the text whose results the list has
let asking = new AbortController();
let timer;

const choose = n => {
  options[chosen]?.setAttribute('aria-selected', 'false');
  chosen = n;
  input.removeAttribute('aria-activedescendant');
  const option = options[n];
  if (!option) return;
  option.setAttribute('aria-selected', 'true');
  option.scrollIntoView({ block: 'nearest' });
  input.setAttribute('aria-activedescendant', option.id);
};

// show makes a listbox of the links on the search's page: its options are the links, in groups.
const show = (found, text) => {
  list.replaceChildren(...found.getElementById('found').children);
  for (const one of list.querySelectorAll('h2, ul, li')) one.setAttribute('role', 'presentation');
  for (const group of list.querySelectorAll('section')) group.setAttribute('role', 'group');
  options = [...list.querySelectorAll('a')];
  options.forEach((option, n) => {
    option.id = `found-${n}`;
    option.tabIndex = -1;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
  });
  list.hidden = !options.length;
  list.scrollTop = 0;
  input.setAttribute('aria-expanded', String(!list.hidden));
  said.textContent = found.getElementById('found-said').textContent;
  shown = text;
  choose(text ? 0 : -1);
};

// look asks for what the field says now. An earlier question is given up, so the newest answer wins.
const look = async () => {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  const text = input.value.trim();
  try {
    const answer = await fetch(`${page}?${new URLSearchParams({ q: text })}`,
      { headers: { Accept: 'text/html' }, redirect: 'manual', signal });
    if (!answer.ok) throw new Error(answer.status);
    const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (!signal.aborted) show(found, text);
  } catch {
    if (signal.aborted) return;
    said.textContent = 'Nothing could be looked up here. Press Enter to search on a page of its own.';
  }
};

// The field says its key where this script answers to it.
for (const key of document.querySelectorAll('[data-shortcut]')) {
  if (/mac|iphone|ipad/i.test(navigator.platform)) key.textContent = '⌘ K';
  key.hidden = false;
}

const open = () => {
  if (here) {
    here.focus();
    here.select();
    return;
  }
  if (dialog.open) return;
  document.querySelector('dialog[open]')?.close();
  dialog.showModal();
  input.select();
  look();
};

input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(look, wait);
});
input.addEventListener('keydown', event => {
  if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
  switch (event.key) {
    case 'ArrowDown': choose((chosen + 1) % options.length); break;
    case 'ArrowUp': choose((Math.max(chosen, 0) + options.length - 1) % options.length); break;
    case 'Enter':
      if (shown !== input.value.trim() || !options[chosen]) return; // the form leads to the page
      options[chosen].click();
      break;
    default: return;
  }
  event.preventDefault();
});
dialog.querySelector('button').addEventListener('click', () => { dialog.close(); });
dialog.addEventListener('click', event => {
  if (event.target === dialog && event.detail) dialog.close(); // beside it
});
dialog.addEventListener('close', () => { asking.abort(); clearTimeout(timer); });

document.addEventListener('click', event => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || !event.target.closest('a[data-find]')) return;
  event.preventDefault();
  open();
});
document.addEventListener('keydown', event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
  event.preventDefault();
  open();
});
