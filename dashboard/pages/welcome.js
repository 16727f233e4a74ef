// Fills in what the page can guess: the zone of this device, and a short name from the name until somebody types one.
const zones = document.querySelector('select[data-device]');
if (zones) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const own = [...zones.options].find(o => o.value === timeZone);
  if (own) {
    for (const o of zones.options) o.defaultSelected = o === own; // a guess is nothing that somebody chose
    own.selected = true;
  }
}

const name = document.getElementById('name');
const slug = document.getElementById('slug');
let own = slug.value !== '';
slug.addEventListener('input', () => { own = slug.value !== ''; });
name.addEventListener('input', () => {
  if (own) return;
  slug.value = name.value.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
    .replace(/[^a-z0-9]+/g, '-').slice(0, 63).replace(/^-+|-+$/g, '');
});
