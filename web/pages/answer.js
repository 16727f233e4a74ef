// Saves the answer to an assessment by itself. What is typed is kept in this browser at once, and sent as "Save draft"
// sends it when somebody pauses. While there is no connection both buttons stay on the page, and it is sent as soon as
// the connection is back. All of this needs no button: without this script the form's buttons save and submit.
import { kept, keep, drop, forget } from './drafts.js';

const pause = 3000; // milliseconds without typing after which the draft is saved
const longest = 15000; // and while somebody types on
const again = 15000; // after saving failed
const patience = 30000; // for the answer
const slowest = 25; // bytes in a millisecond: a file that takes longer may have been stopped
const stopped = 60000; // and after that its button works again at the latest: the service takes a file once
const remembered = 5; // drafts that were sent and not answered

const name = document.documentElement.dataset.drafts;
const form = document.getElementById('answer');
const saveButton = document.getElementById('save');
const status = document.getElementById('draft-said');
const savedAt = document.getElementById('saved-at');
const { text, links } = form.elements;
const home = new URL(saveButton.formAction).pathname.replace(/\/draft$/, '');
const base = form.elements.saved_at; // when the draft was saved that the text is based on
const words = form.dataset;

const chosen = () => form.elements.file?.files[0]; // the file that goes with the next button

const say = what => { if (status.textContent !== what) status.textContent = what; };

// clean is an answer as the service stores it, so that two of them can be compared.
const line = s => s.toWellFormed().replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
const clean = a => JSON.stringify([line(a.text).replace(/^\n+/, '').replace(/[ \t\n]+$/, ''),
  line(a.links).split('\n').map(l => l.trim()).filter(l => l)]);
const same = (a, b) => clean(a) === clean(b);

const typed = () => ({ text: text.value, links: links.value });
let stored = { text: text.defaultValue, links: links.defaultValue }; // by the service; undefined if that is not known
let unanswered = []; // what was sent and may be stored, although no answer came
let over = false; // nothing more is saved by itself
let troubled = false; // somebody was told that it is not saved
let sending; // a timer, while a file is on its way with the page
let restored = ''; // what somebody was told of it, until they type

// The browser's part.

let keeping; // a timer, since writing takes time
let at; // when what is kept was typed

const keepNow = () => {
  clearTimeout(keeping);
  keeping = undefined;
  if (stored && same(typed(), stored)) forget(name);
  else keep(name, { ...typed(), base: base.value, unanswered, at });
};

// settle tells page.js, too, that everything is saved.
const settle = () => {
  keepNow();
  document.dispatchEvent(new Event('draft-saved'));
};

// showOther shows a draft of this browser that the form cannot hold, since a newer one was saved elsewhere.
const showOther = drafts => {
  const box = document.getElementById('other-draft');
  const [draft, ...more] = drafts;
  box.hidden = !draft;
  if (!draft) return;
  const field = document.getElementById('other-typed');
  field.value = [draft.text, draft.links].filter(s => s).join('\n\n');
  document.getElementById('other-drop').onclick = () => {
    drop(draft.key);
    showOther(more);
    (more.length ? field : text).focus();
  };
};

// restore puts back what this browser kept, if it is based on what is stored. What is based on something older is
// shown beside it, and stays until somebody removes it.
const restore = () => {
  const others = [];
  for (const draft of kept(name)) {
    const mine = draft.base === base.value || (draft.unanswered || []).some(a => same(a, stored));
    if (same(draft, stored)) {
      drop(draft.key);
    } else if (mine && same(typed(), stored)) {
      text.value = draft.text;
      links.value = draft.links;
      text.dispatchEvent(new Event('input', { bubbles: true }));
      at = draft.at;
      unanswered = draft.unanswered || [];
      keepNow();
      drop(draft.key);
      document.dispatchEvent(new Event('draft-saved')); // it may be left: it would come back again
      restored = words.restored + ' ';
      say(words.restored);
    } else {
      others.push(draft);
    }
  }
  if (!document.getElementById('typed')) showOther(others); // else the page shows it
};

// The service's part.

// ask sends the draft. It returns "saved", "unsent" if that may not have arrived, "stale" if a newer draft is stored,
// "refused", or "over" if nothing can be saved any more.
const ask = async () => {
  const sent = typed();
  const data = new FormData(form);
  data.delete('file'); // goes with a button
  const body = new URLSearchParams(data);
  if (body.toString().length > Number(words.room)) {
    say(words.tooLarge);
    return 'refused';
  }
  if (!navigator.onLine) return 'unsent';
  const before = unanswered;
  unanswered = [...before.filter(a => !same(a, sent)), sent].slice(-remembered);
  keepNow(); // the page may go before the answer comes
  let answer, page;
  try {
    answer = await fetch(saveButton.formAction, { method: 'POST', body, headers: { Accept: 'application/json' },
      signal: AbortSignal.timeout(patience) });
    page = await answer.text();
  } catch {
    return 'unsent';
  }
  if (answer.ok && answer.headers.get('Content-Type') === 'application/json') {
    const { saved_at, said } = JSON.parse(page);
    base.value = saved_at;
    savedAt.textContent = said;
    stored = sent;
    unanswered = [];
    return 'saved';
  }
  if (answer.redirected && new URL(answer.url).pathname === home) { // this very answer is handed in
    settle();
    location.replace(answer.url);
    return 'over';
  }
  if (answer.ok || answer.status === 429 || answer.status >= 500) return 'unsent'; // ok: a network that asks to sign in
  unanswered = before;
  const theirs = new DOMParser().parseFromString(page, 'text/html');
  const draft = theirs.getElementById('answer');
  const message = theirs.getElementById('message') || theirs.querySelector('.lead');
  if (answer.status === 409 && draft) {
    const now = { text: draft.elements.text.value, links: draft.elements.links.value };
    if (!unanswered.some(a => same(a, now))) {
      say(words.stale);
      return 'stale';
    }
    base.value = draft.elements.saved_at.value; // it is what this page sent before the connection was lost
    stored = now;
    unanswered = [];
    return ask();
  }
  say(message?.textContent ?? words.unsent);
  return draft ? 'refused' : 'over';
};

let asked = Promise.resolve(); // one at a time
let due, since;

const later = ms => {
  clearTimeout(due);
  due = setTimeout(save, ms);
};

// save saves the draft if something was typed since, and goes on until everything is saved.
const save = () => {
  clearTimeout(due);
  asked = asked.then(async () => {
    since = undefined;
    if (over || sending || stored && same(typed(), stored)) return 'saved';
    return heed(await ask());
  });
  return asked;
};

// heed does what is to be done after an attempt to save.
const heed = outcome => {
  keepNow();
  switch (outcome) {
    case 'saved':
      if (troubled) say(words.saved);
      troubled = false;
      if (same(typed(), stored)) settle();
      else later(pause);
      break;
    case 'unsent':
      troubled = true;
      say(restored + words.unsent);
      later(again);
      break;
    case 'refused': // until more is typed
      troubled = true;
      break;
    default:
      over = true;
  }
  return outcome;
};

form.addEventListener('input', () => {
  at = Date.now();
  restored = '';
  keeping ??= setTimeout(keepNow, 300);
  if (over) return;
  since ??= Date.now();
  later(Math.max(0, Math.min(pause, since + longest - Date.now())));
});
addEventListener('online', () => { if (troubled) save(); });
addEventListener('pagehide', () => { if (keeping) keepNow(); });
document.addEventListener('visibilitychange', () => {
  if (!document.hidden) return;
  if (keeping) keepNow();
  if (since) save();
});

// Both buttons save by a request first. If that does not arrive they stay on the page; whatever else is wrong, the
// service's own page says.
const arrived = () => { // or was stopped
  clearTimeout(sending);
  sending = undefined;
};
addEventListener('pageshow', event => { if (event.persisted) arrived(); });
let through = false;
let pressed = false;
form.addEventListener('submit', async event => {
  if (through) return;
  event.preventDefault();
  event.stopPropagation(); // page.js takes those that leave the page
  if (sending) { // a second press would stop it
    say(words.sending);
    return;
  }
  if (chosen() && chosen().size > Number(words.most)) {
    say(words.fileTooLarge);
    return;
  }
  if (pressed) return;
  pressed = true;
  const { submitter } = event;
  keepNow();
  let waited; // another attempt may begin meanwhile
  do {
    clearTimeout(due);
    waited = asked;
    await waited;
  } while (waited !== asked);
  clearTimeout(due);
  asked = ask().then(heed);
  const outcome = await asked;
  pressed = false;
  if (outcome === 'unsent') {
    say(submitter?.id === 'submit' ? words.unsubmitted : words.unsent); // the switches save, too
  } else if (outcome === 'saved' && submitter === saveButton && !chosen()) {
    say(words.saved);
  } else {
    if (chosen()) {
      unanswered = [typed()]; // what goes with the file is stored, so what is typed meanwhile is newer
      keepNow();
      say(words.sending);
      sending = setTimeout(() => { arrived(); save(); }, Math.min(longest + chosen().size / slowest, stopped));
    }
    through = true;
    form.requestSubmit(submitter);
    through = false;
  }
});

if ('typed' in words) { // a form that was refused, with what was typed
  stored = undefined;
  for (const draft of kept(name)) {
    if (!same(draft, typed())) continue;
    at ??= draft.at;
    unanswered = draft.unanswered || [];
    drop(draft.key);
  }
  at ??= Date.now();
  keepNow();
} else {
  restore();
}
