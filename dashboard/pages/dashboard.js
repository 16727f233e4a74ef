// The dashboard works without this script. It offers the device's own zone in the zone switch, closes the switch when
// somebody goes elsewhere, leads to what is wrong after a form was refused, to a preview and to what was done, and
// takes "Undo" away once it is too late.
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
const note = document.getElementById('note');
if (wrong) {
  wrong.focus({ preventScroll: true });
  wrong.scrollIntoView({ block: 'center' });
} else if (problem || preview || note) {
  const arrive = problem || preview || note;
  arrive.tabIndex = -1;
  arrive.focus();
}

const undo = document.getElementById('undo-note');
if (undo) setTimeout(() => { undo.hidden = true; }, undo.dataset.seconds * 1000);
