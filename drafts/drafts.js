// Keeps what somebody types in this browser, in entries of its own for each page load, so that no tab overwrites what
// another one keeps. An entry belongs to who typed it, a member or an invitation, and says when it was typed. Pages
// import this module, and every page loads it: whatever is older than a week is removed then, and a page with
// data-drafts-end removes what belongs to whoever that names, since it was handed in, or they signed out.
const prefix = 'litmus-draft/';
const longest = 7 * 24 * 60 * 60 * 1000;

const load = [...crypto.getRandomValues(new Uint8Array(8))].map(n => n.toString(16).padStart(2, '0')).join('');

// storage does something with the browser's storage; without one, or if it is full, the result is undefined.
const storage = fn => {
  try {
    return fn(localStorage);
  } catch {
    return undefined;
  }
};

const entries = below => storage(s => Object.keys(s).filter(key => key.startsWith(prefix + below))) || [];

const read = key => {
  try {
    const draft = JSON.parse(localStorage.getItem(key));
    return typeof draft.at === 'number' ? draft : undefined;
  } catch {
    return undefined;
  }
};

// kept returns what is kept below a name such as "invitation/ID", the newest first. Each has its key.
export const kept = name => entries(name + '/')
  .map(key => ({ ...read(key), key }))
  .sort((a, b) => b.at - a.at);

// keep keeps a draft below a name, in the place of what this page kept there before, and returns its key. Its property
// at says when it was typed: now, if it is missing.
export const keep = (name, draft) => {
  const key = `${prefix}${name}/${load}`;
  storage(s => s.setItem(key, JSON.stringify({ at: Date.now(), ...draft })));
  return key;
};

// drop removes the draft of a key; forget the one that this page keeps below a name.
export const drop = key => storage(s => s.removeItem(key));
export const forget = name => drop(`${prefix}${name}/${load}`);

// A clock that was put back does not make a draft older: one from the future counts as too old.
for (const key of entries('')) {
  const age = Date.now() - (read(key)?.at ?? 0);
  if (age >= longest || age < -longest) drop(key);
}
const { draftsEnd } = document.documentElement.dataset;
if (draftsEnd) entries(draftsEnd + '/').forEach(drop);
