// Shows the times in another zone as soon as it is chosen, and makes the list of zones a field to search in: by city, by
// country, or by the name that programs use. Without this script, and if it fails, the list and the form's button do
// that. It asks for the page that the button would load and puts it in place around the field, which keeps the focus:
// another page would interrupt typing.
const pause = 150; // milliseconds without another choice, since somebody may still be typing

const root = document.documentElement;
const form = document.getElementById('zone-form');
const list = document.getElementById('zone');
const name = document.createElement('input');

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
  for (const e of typed) { // what was typed in another form stays, with what that form knew but the zone of its hint
    const same = document.getElementById(e.id);
    if (!same) continue;
    same.value = e.value;
    for (const known of e.form.querySelectorAll('input[type=hidden]')) {
      const field = same.form.querySelector(`input[type=hidden][name="${known.name}"]`);
      if (field && known.name !== 'zone') field.value = known.value;
    }
    same.dispatchEvent(new Event('input', { bubbles: true })); // page.js warns before it is lost
  }
  if (!focused.isConnected) name.focus();

  const theirs = page.getElementById('zone-form');
  form.querySelectorAll('input[type=hidden]').forEach(e => e.remove());
  form.prepend(...theirs.querySelectorAll('input[type=hidden]'));
  const summary = old.querySelector('summary');
  if (summary) summary.textContent = fresh.querySelector('summary').textContent;
  document.getElementById('zone-said').textContent = theirs.dataset.note;
  const foot = document.querySelector('footer'), theirFoot = page.querySelector('footer'); // its switches lead back here
  if (foot && theirFoot) foot.replaceWith(theirFoot);
  document.title = page.title;
  document.dispatchEvent(new Event('page-shown'));
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
const choose = () => {
  clearTimeout(waiting);
  request.abort();
  waiting = setTimeout(load, pause);
};

// The field to search in.

const plain = s => s.normalize('NFD').replace(/\p{M}/gu, '').replace(/[_/,()]/g, ' ').replace(/ +/g, ' ').trim().toLowerCase();
const countries = new Intl.DisplayNames([root.lang], { type: 'region' });
const countryOf = new Map([...list.options].map(o => [o.value, o.dataset.country])); // the last is not a suggested one
const zones = new Map(); // by name
for (const o of list.options) {
  if (zones.has(o.value)) continue;
  const country = countryOf.get(o.value);
  const [, city, offset = ''] = o.text.match(/^(.*?)( \([^)]*\))?$/);
  const land = country && countries.of(country);
  const said = (land && land !== city ? `${city}, ${land}` : city) + offset;
  zones.set(o.value, { said, text: o.text, city: plain(city), words: plain(`${said} ${o.value}`) });
}

// found is the zone that somebody means: the one that is called so, else the first that has all the words.
const found = typed => {
  const text = plain(typed);
  if (!text) return undefined;
  const all = [...zones];
  const [zone] = all.find(([key, z]) => [z.said, z.text, key].some(s => plain(s) === text)) ??
    all.find(([, z]) => z.city === text) ?? all.find(([, z]) => z.city.startsWith(text)) ??
    all.find(([, z]) => text.split(' ').every(word => ` ${z.words}`.includes(` ${word}`))) ?? [];
  return zone;
};

const put = zone => {
  name.dataset.zone = zone;
  name.value = zones.get(zone).text; // in a narrow field; the list has the country too
  name.setCustomValidity('');
  if (document.activeElement === name) name.select(); // what is typed next takes its place
};

const settle = () => {
  const zone = found(name.value);
  if (zone === undefined) {
    name.setCustomValidity(list.dataset.none);
    name.reportValidity();
    if (document.activeElement === name) name.select();
    return;
  }
  put(zone);
  if (list.value === zone) return;
  list.value = zone;
  choose();
};

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const options = document.createElement('datalist');
options.id = 'zone-names';
for (const zone of [own, ...zones.keys()].filter((z, n, all) => zones.has(z) && all.indexOf(z) === n)) {
  options.append(new Option(zones.get(zone).said));
}
name.id = 'zone-name';
name.autocomplete = 'off';
name.spellcheck = false;
name.placeholder = list.dataset.hint;
name.setAttribute('list', options.id);
put(list.value);
list.hidden = true;
list.after(name, options);
form.querySelector('label').htmlFor = name.id;
name.addEventListener('focus', () => name.select());
name.addEventListener('change', settle);
name.addEventListener('input', event => {
  name.setCustomValidity('');
  if (event.inputType === 'insertReplacementText' || !event.inputType) settle(); // taken from the list
});
form.addEventListener('submit', event => { // by Enter, which would load another page, or by the button after a failure
  if (form.classList.contains('applies')) {
    event.preventDefault();
    settle();
  } else if (found(name.value) !== undefined) {
    list.value = found(name.value);
  }
});
form.classList.add('applies');
