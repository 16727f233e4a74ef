// A candidate draws the times that they propose: hours of a week, in the grid that the hiring team paints in (grid.js).
// What is drawn stands in the fields of the form at once, and can be changed there; so the form is sent and refused like
// one that is typed, and without this script it is typed. What was typed in other words than the grid's stays as it is.
import { weekgrid } from './grid.js';

const first = 7, last = 22; // the hours that are shown; others are typed
const drawn = /^\d\d:00-\d\d:00(, \d\d:00-\d\d:00)*$/; // as the grid writes hours
const two = n => String(n).padStart(2, '0');
const add = (date, days) => new Date(Date.parse(date + 'T00:00Z') + days * 864e5).toISOString().slice(0, 10);
const element = (name, fields = {}, ...children) => {
  const e = Object.assign(document.createElement(name), fields);
  e.append(...children);
  return e;
};

// The first day that is shown; the same after the page has other times.
let from;

const draw = () => {
  const place = document.getElementById('proposal-grid');
  if (!place || place.hasChildNodes()) return;
  const { today, until, hour, painted, blank, caption, earlier, later, full } = place.dataset;
  const [clock, weekday, month, name] = ['clocks', 'weekdays', 'months', 'days'].map(of => place.dataset[of].split('|'));
  const rows = [...place.closest('form').querySelectorAll('.day-row')].map(set => ({
    set, date: set.querySelector('[name=date]'), hours: set.querySelector('[name=hours]') }));
  const empty = row => !row.date.value && !row.hours.value;
  const isDrawn = row => row.date.value && drawn.test(row.hours.value);
  const marked = date => new Set(rows.filter(row => row.date.value === date && isDrawn(row)).flatMap(row =>
    row.hours.value.split(', ').flatMap(span => {
      const [begin, end] = span.split('-').map(time => Number(time.slice(0, 2)));
      return Array.from({ length: Math.max(end - begin, 0) }, (_, n) => begin + n);
    })));
  const shown = () => rows.forEach((row, n) => { row.set.hidden = n > 2 && empty(row); });

  const put = (row, date, hours) => {
    if (row.date.value === date && row.hours.value === hours) return;
    row.date.value = date;
    row.hours.value = hours;
    row.hours.dispatchEvent(new CustomEvent('input', { bubbles: true, detail: 'drawn' })); // page.js warns before it is lost
  };

  // keep puts the hours of a day into its field, and reports whether there was one.
  const keep = (date, hours) => {
    const spans = [];
    for (const h of hours) {
      if (spans.length && spans.at(-1)[1] === h) spans.at(-1)[1] = h + 1;
      else spans.push([h, h + 1]);
    }
    const own = rows.find(row => row.date.value === date && isDrawn(row));
    const row = own || spans.length && rows.find(empty);
    if (spans.length && !row) return false;
    if (row) put(row, spans.length ? date : '', spans.map(([a, b]) => `${two(a)}:00-${two(b)}:00`).join(', '));
    return true;
  };

  const said = element('span', { id: 'said' });
  said.setAttribute('aria-hidden', 'true'); // a screen reader says the hour that has the focus
  const warned = element('p', { className: 'problem' });
  warned.setAttribute('role', 'alert');
  let boxes, table;
  const changed = () => {
    let room = true;
    for (const date of new Set(boxes.map(box => box.dataset.date))) {
      const day = boxes.filter(box => box.dataset.date === date);
      if (keep(date, day.filter(box => box.checked).map(box => Number(box.dataset.hour)))) continue;
      day.forEach(box => { box.checked = false; });
      room = false;
    }
    shown();
    const problem = room ? '' : full;
    if (warned.textContent !== problem) warned.textContent = problem;
  };

  const show = () => {
    const days = Array.from({ length: 7 }, (_, n) => add(from, n));
    const offset = (Date.parse(from) - Date.parse(today)) / 864e5;
    boxes = [];
    const body = element('tbody');
    for (let h = first; h < last; h++) {
      const row = element('tr', { className: 'hour' }, element('th', { scope: 'row', textContent: clock[h].replace(/:00(?=\s)/, '') }));
      for (const date of days) {
        const cell = element('td');
        if (date > until || date === today && h <= Number(hour)) {
          cell.append(element('span', { className: 'half past' }));
        } else {
          const box = element('input', { type: 'checkbox', checked: marked(date).has(h) });
          box.dataset.date = date;
          box.dataset.hour = h;
          box.setAttribute('aria-label', `${name[days.indexOf(date) + offset]}, ${clock[h]}–${clock[h + 1]}`);
          boxes.push(box);
          cell.append(box);
        }
        row.append(cell);
      }
      body.append(row);
    }
    const head = element('tr', {}, element('td'));
    for (const date of days) {
      const day = new Date(date);
      head.append(element('th', { scope: 'col' }, weekday[day.getUTCDay()], ' ', element('b', { textContent: day.getUTCDate() }), ' ',
        element('small', { textContent: month[day.getUTCMonth()] })));
    }
    const old = table;
    table = element('table', { className: 'week' }, element('caption', { textContent: caption }),
      element('thead', {}, head), body);
    Object.assign(table.dataset, { painted, blank });
    if (old) old.replaceWith(table);
    else place.append(table, element('p', { className: 'said' }, said), warned, element('p', { className: 'actions' }, ...steps));
    steps[0].disabled = from <= today;
    steps[1].disabled = add(from, 7) > until;
    weekgrid(table, changed);
  };
  const steps = [[earlier, -7], [later, 7]].map(([textContent, days]) => {
    const button = element('button', { type: 'button', className: 'quiet', textContent });
    button.addEventListener('click', () => {
      from = add(from, days);
      if (from < today) from = today;
      show();
    });
    return button;
  });
  if (!from || from < today) from = today;
  place.hidden = false;
  show();
  shown();
  place.closest('form').addEventListener('input', event => { // typed: the grid shows it
    if (event.detail === 'drawn' || !event.target.closest('.day-row')) return;
    for (const box of boxes) box.checked = marked(box.dataset.date).has(Number(box.dataset.hour));
  });
};

draw();
document.addEventListener('page-shown', draw); // by zone.js
