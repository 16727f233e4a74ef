// The form of a week at once: more hours, fewer hours, and one day's hours for all weekdays. Each button submits the
// form without this script, and where it runs out of fields: the answer is the form with what the button makes of it.
const form = document.getElementById('hours');
const lists = [...form.querySelectorAll('.spans')];
const unsaved = document.getElementById('unsaved');
const dayOf = list => list.closest('[role=group]');
const switchOf = list => dayOf(list).querySelector('.works input');
const fields = pair => [...pair.querySelectorAll('input')];
const shown = list => [...list.children].filter(pair => !pair.hidden);
const told = field => field.dispatchEvent(new Event('input', { bubbles: true })); // typed.js keeps drafts
const set = (pair, values) => fields(pair).forEach((field, n) => {
  field.value = values[n];
  told(field);
});
const turn = (list, on) => {
  const box = switchOf(list);
  if (box.checked === on) return;
  box.checked = on;
  told(box);
};

const acts = {
  more(list) {
    const pair = [...list.children].find(one => one.hidden);
    if (!pair) return false;
    list.append(pair);
    pair.hidden = false;
    fields(pair)[0].focus();
    return true;
  },
  less(list, button) {
    const pair = button.closest('.span');
    set(pair, ['', '']);
    if (shown(list).length > 1) {
      pair.hidden = true;
      fields(shown(list)[0])[0].focus();
    } else {
      turn(list, false);
      switchOf(list).focus();
    }
    return true;
  },
  copy(list) {
    const from = shown(list).map(pair => fields(pair).map(field => field.value));
    const on = switchOf(list).checked;
    const others = lists.filter(one => one !== list && one.dataset.day >= 1 && one.dataset.day <= 5);
    if (others.some(one => one.children.length < from.length)) return false;
    for (const other of others) {
      [...other.children].forEach((pair, n) => {
        set(pair, from[n] || ['', '']);
        pair.hidden = n > 0 && n >= from.length;
      });
      turn(other, on);
    }
    unsaved.textContent = 'Copied to Monday to Friday. Not saved yet.';
    return true;
  },
};

form.addEventListener('click', event => {
  const button = event.target.closest('button[name=do]');
  if (!button) return;
  const [act, day] = button.value.split(' ');
  if (acts[act](lists.find(list => list.dataset.day === day), button)) event.preventDefault();
});
form.addEventListener('input', event => {
  const pair = event.target.closest('.span');
  if (pair && event.target.value) pair.hidden = false; // a draft was put back
});
form.addEventListener('change', event => {
  const list = event.target.closest('[role=group]')?.querySelector('.spans');
  if (list && event.target === switchOf(list) && event.target.checked &&
      shown(list).every(pair => fields(pair).every(field => !field.value))) set(shown(list)[0], ['09:00', '17:00']);
});
