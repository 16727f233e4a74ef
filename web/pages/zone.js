// Shows the times in another zone as soon as it is chosen. Without this script, and if it fails, the form's button does
// that. It asks for the page that the button would load and puts it in place around the list of zones, which keeps the
// focus: a closed list reports each key as a choice, and another page would interrupt typing.
const pause = 150; // milliseconds without another choice, since somebody may still be typing

const root = document.documentElement;
const form = document.getElementById('zone-form');

// around returns the part of a page that holds the list of zones, undefined if the page has none.
const around = page => {
  const zones = page.getElementById('zone-form');
  return zones ? [...page.getElementById('main').children].find(e => e.contains(zones)) : undefined;
};

// show puts everything of another page in place except the list, and reports whether it could. What the visitor has
// unfolded stays so.
const show = page => {
  const old = around(document);
  const fresh = around(page);
  if (!fresh || fresh.id !== old.id) return false;
  for (const e of document.querySelectorAll('details[id][open]')) {
    const same = page.getElementById(e.id);
    if (same) same.open = true;
  }
  const focused = document.activeElement;
  const typed = [...document.querySelectorAll('form[method=post] :is(textarea, input:not([type=hidden]))')]
    .filter(e => e.id && e.value !== e.defaultValue);
  while (old.previousSibling) old.previousSibling.remove();
  while (old.nextSibling) old.nextSibling.remove();
  const parts = [...fresh.parentNode.childNodes];
  const at = parts.indexOf(fresh);
  old.before(...parts.slice(0, at));
  old.after(...parts.slice(at + 1));
  for (const e of typed) { // what was typed in another form stays
    const same = document.getElementById(e.id);
    if (same) same.value = e.value;
  }
  if (!focused.isConnected) form.elements.zone.focus();

  const theirs = page.getElementById('zone-form');
  form.querySelectorAll('input').forEach(e => e.remove());
  form.prepend(...theirs.querySelectorAll('input'));
  const summary = old.querySelector('summary');
  if (summary) summary.textContent = fresh.querySelector('summary').textContent;
  document.getElementById('zone-said').textContent = theirs.dataset.note;
  document.title = page.title;
  delete root.dataset.detect;
  delete root.dataset.changeAt;
  Object.assign(root.dataset, page.documentElement.dataset);
  return true;
};

let request = new AbortController();

const load = async () => {
  request = new AbortController();
  const { signal } = request;
  const to = form.action + '?' + new URLSearchParams(new FormData(form));
  let shown = false;
  try {
    const answer = await fetch(to, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    shown = answer.ok && !signal.aborted && show(page);
  } catch {
    // The button is left, and the page still says in which zone its times are.
  }
  if (signal.aborted) return;
  if (shown) history.replaceState(null, '', to);
  form.classList.toggle('applies', shown);
};

let waiting;
form.addEventListener('change', () => {
  clearTimeout(waiting);
  request.abort();
  waiting = setTimeout(load, pause);
});
form.classList.add('applies');
