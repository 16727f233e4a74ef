// Warns before what was typed, chosen or painted on a page is lost, and keeps what is typed into a form with data-keep
// in this browser until it is saved (D8). A form with data-passing holds nothing that anybody would miss. Without this
// script every form works as it is.
import { kept, keep, drop } from './drafts.js';

const { member } = document.documentElement.dataset; // whoever is signed in, as "member/NAME"
const posted = 'posted' in document.documentElement.dataset; // the page is the answer to a form: that was not saved

const fieldsOf = form => [...form.elements].filter(f => f.name && 'value' in f && !f.disabled &&
  !['hidden', 'submit', 'button', 'reset', 'fieldset', 'output'].includes(f.type));
const ticks = f => f.type === 'checkbox' || f.type === 'radio';
const changed = f => {
  if (ticks(f)) return f.checked !== f.defaultChecked;
  if (f.type === 'file') return f.files.length > 0;
  if (!f.options) return f.value !== f.defaultValue;
  const chosen = [...f.options].findIndex(o => o.defaultSelected);
  return f.selectedIndex !== (chosen < 0 && !f.multiple ? 0 : chosen);
};
const refused = form => posted && new URL(form.action).pathname === location.pathname &&
  fieldsOf(form).some(f => !ticks(f) && !f.options && f.value);
const unsaved = form => form.method === 'post' && !('passing' in form.dataset) &&
  (fieldsOf(form).some(changed) || refused(form));

let leaving; // the form that was sent: its own page may go
document.addEventListener('submit', event => {
  if (event.defaultPrevented) return;
  leaving = event.target;
  setTimeout(() => { leaving = undefined; }, 10000); // it may not have arrived
});
addEventListener('pageshow', () => { leaving = undefined; });
addEventListener('beforeunload', event => {
  if ([...document.forms].some(form => form !== leaving && unsaved(form))) event.preventDefault();
});

// What was sent is kept until a page says that it was done: a refusal, or a page to sign in, comes as the answer to the
// form, and a lost connection brings none of our pages.
const sending = 'litmus-sent';
const session = fn => {
  try {
    return fn(sessionStorage);
  } catch {
    return undefined; // no storage: then nothing is kept either
  }
};
if (!posted) {
  const sent = session(s => s.getItem(sending));
  if (sent && document.getElementById('note')) drop(sent);
  session(s => s.removeItem(sending));
}

// A draft is a list of fields: [name, value, ticked], without the last where nothing is ticked.
const typedIn = form => fieldsOf(form).filter(f => f.type !== 'file' && f.type !== 'password' && !f.multiple)
  .map(f => ticks(f) ? [f.name, f.value, f.checked] : [f.name, f.value]);
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

const putBack = (form, typed) => {
  for (const field of fieldsOf(form)) {
    const one = typed.find(([name, value]) => name === field.name && (!ticks(field) || value === field.value));
    if (!one) continue;
    if (ticks(field)) field.checked = one[2];
    else field.value = one[1];
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
};

const ago = at => {
  const minutes = Math.round((Date.now() - at) / 60000);
  const [n, unit] = minutes < 60 ? [minutes, 'minute'] : minutes < 2880 ? [Math.round(minutes / 60), 'hour']
    : [Math.round(minutes / 1440), 'day'];
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(-n, unit);
};

// offer says above a form that this browser has something that was typed there, and leaves it to who reads it.
const offer = (form, draft, shown, begin) => {
  const box = document.createElement('div');
  const text = document.createElement('p');
  const button = (words, act) => {
    const b = document.createElement('button');
    b.type = 'button';
    b.className = 'button small';
    b.textContent = words;
    b.addEventListener('click', () => {
      act();
      drop(draft.key);
      box.remove();
      fieldsOf(form)[0].focus();
    });
    return b;
  };
  box.className = 'notice warn';
  box.setAttribute('role', 'status');
  text.textContent = `This browser has what you typed here ${ago(draft.at)} and did not save.` +
    (same(draft.shown, shown) ? '' : ' The form has changed since.');
  const row = document.createElement('p');
  row.className = 'toolbar';
  row.append(button('Put it back', () => { putBack(form, draft.typed); begin(); }), button('Throw it away', () => {}));
  box.append(text, row);
  form.before(box);
};

for (const form of member ? document.querySelectorAll('form[data-keep]') : []) {
  const { pathname, search } = new URL(form.action);
  const name = `${member}/${encodeURIComponent(pathname + search)}`;
  const shown = typedIn(form);
  let keeping;
  let key;
  const keepNow = () => {
    clearTimeout(keeping);
    keeping = undefined;
    if (unsaved(form)) key = keep(name, { typed: typedIn(form), shown });
    else if (key) drop(key);
  };
  const drafts = kept(name).filter(draft => !same(draft.typed, shown) || drop(draft.key));
  if (refused(form)) {
    keepNow();
    const sent = session(s => s.getItem(sending)); // the page before kept it: this one has what was typed there
    if (sent && sent !== key && sent.startsWith(`litmus-draft/${name}/`)) drop(sent);
  } else if (drafts.length) offer(form, drafts[0], shown, keepNow);
  form.addEventListener('input', () => { keeping ??= setTimeout(keepNow, 300); });
  addEventListener('pagehide', () => { if (keeping) keepNow(); });
  form.addEventListener('submit', () => {
    keepNow();
    if (key) session(s => s.setItem(sending, key));
  });
}
