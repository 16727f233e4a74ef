// The week by the clock: "m" on an interview opens the page that moves it, and dragging one to another time or person
// leads to the page that says what that would send. A drop itself changes nothing. Without this script each interview
// has the link "Move".
const table = document.querySelector('.lanes');
const body = table.tBodies[0];
const rows = [...body.rows];
const fields = rows.map(row => [...row.querySelectorAll('td')]);
const lanes = body.dataset.lanes.split(' '); // of each day
const said = document.getElementById('said');

document.addEventListener('keydown', event => {
  if (event.key !== 'm' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  const mover = event.target.closest('.block')?.querySelector('.mover');
  if (!mover) return;
  event.preventDefault();
  mover.click();
});

// The grid is one stop of Tab: of the links "Move" only that of the interview with the focus is another one.
const movers = [...table.querySelectorAll('.mover')];
movers.forEach(one => { one.tabIndex = -1; });
table.addEventListener('focusin', event => {
  const mine = event.target.closest('.block')?.querySelector('.mover');
  movers.forEach(one => { one.tabIndex = one === mine ? 0 : -1; });
});

let drag; // what is dragged: from where, by which of its rows, and to where
const within = (start, size, at) => at >= start && at < start + size;
const under = (x, y) => { // the field at a point, as its row and column
  const row = rows.findIndex(one => { const r = one.getBoundingClientRect(); return within(r.top, r.height, y); });
  const column = fields[0].findIndex(one => { const r = one.getBoundingClientRect(); return within(r.left, r.width, x); });
  return [row, column];
};
const stop = () => {
  drag?.phantom.remove();
  drag?.block.classList.remove('moving');
  table.classList.remove('dragging');
  drag = undefined;
};

table.addEventListener('pointerdown', event => {
  const block = event.target.closest('.block[data-move]');
  if (!block || event.target.closest('.mover') || event.pointerType === 'touch' || event.button !== 0) return;
  const field = block.closest('td');
  const row = rows.indexOf(field.parentElement);
  drag = { block, row, column: fields[row].indexOf(field), x: event.clientX, y: event.clientY,
    grabbed: Math.max(0, under(event.clientX, event.clientY)[0] - row), phantom: block.cloneNode(true) };
  drag.phantom.classList.add('phantom');
});

document.addEventListener('pointermove', event => {
  if (!drag) return;
  if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < 6) return;
  drag.moved = true;
  drag.block.classList.add('moving');
  table.classList.add('dragging');
  const [y, column] = under(event.clientX, event.clientY);
  const row = Math.max(0, y - drag.grabbed);
  const half = y < 0 || column < 0 ? null : fields[row][column].querySelector('.half');
  const same = row === drag.row && column === drag.column;
  drag.to = half?.dataset.at && !same ? { row, column, at: half.dataset.at } : undefined;
  drag.phantom.remove();
  if (!drag.to) return;
  const clock = rows[row].cells[0].textContent;
  drag.phantom.querySelector('b').textContent = clock;
  fields[row][column].append(drag.phantom);
  const heads = table.tHead.rows[table.tHead.rows.length - 1].cells;
  const who = lanes.length > 1 ? `, ${heads[column + 1].textContent.trim()}` : '';
  const day = table.tHead.rows[0].cells[Math.floor(column / lanes.length) + 1].textContent.trim();
  said.textContent = `Move it to ${day} ${clock}${who}? What that would send is shown first.`;
});

document.addEventListener('pointerup', () => {
  const done = drag;
  stop();
  if (!done?.moved) return;
  const still = event => { // the end of the drag is no click on the interview
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener('click', still, true);
  setTimeout(() => {
    removeEventListener('click', still, true);
    if (!done.to) return;
    const who = lanes[done.to.column % lanes.length];
    const stays = done.to.row === done.row &&
      Math.floor(done.to.column / lanes.length) === Math.floor(done.column / lanes.length);
    const to = new URL(stays ? done.block.dataset.reassign : done.block.dataset.move, location.href);
    if (!stays) to.searchParams.set('at', done.to.at);
    to.searchParams.set('with', who || done.block.dataset.with);
    to.searchParams.set('back', location.pathname + location.search);
    location.assign(to);
  });
});
document.addEventListener('pointercancel', stop);
document.addEventListener('keydown', event => {
  if (event.key !== 'Escape' || !drag) return;
  event.preventDefault();
  stop();
});
