// The dashboard works without this script. It offers the device's own zone in the zone switch, closes the switch when
// somebody goes elsewhere, and leads the eye to what is wrong after a form was refused, and to a preview.
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const own = document.querySelector('[data-own-zone]');
if (own && zone && ![...own.form.elements].some(e => e.value === zone)) {
  own.value = zone;
  own.querySelector('[data-name]').textContent = zone;
  own.hidden = false;
}

const switcher = document.querySelector('details.zones');
if (switcher) {
  document.addEventListener('click', event => {
    if (!switcher.contains(event.target)) switcher.open = false;
  });
  switcher.addEventListener('keydown', event => {
    if (event.key !== 'Escape') return;
    switcher.open = false;
    switcher.querySelector('summary').focus();
  });
}

const wrong = document.querySelector('[aria-invalid]');
const problem = document.getElementById('problem');
const preview = document.getElementById('preview');
if (wrong) {
  wrong.focus({ preventScroll: true });
  wrong.scrollIntoView({ block: 'center' });
} else if (problem || preview) {
  const arrive = problem || preview;
  arrive.tabIndex = -1;
  arrive.focus();
}
