// The week grid: one tab stop, arrow keys move, Shift and an arrow paint, also from an empty cell, and erase from one
// that was just unticked; a drag paints a rectangle with the first cell's new state. Where a time is chosen, Enter
// chooses it. What a half hour is stands below the grid while it has the focus or the pointer. Without this script the
// grid is a plain form. A page that makes its grid itself calls weekgrid for it, with what is done when something is
// painted, and gives its words as data of the table.
export const weekgrid = (table, changed = () => {}) => {
  const said = document.getElementById('said'); // for eyes: a screen reader says the half hour that has the focus
  const counted = document.getElementById('count');
  const words = { painted: 'painted', blank: 'not painted', one: '1 start painted this week.', more: '# starts painted this week.', ...table.dataset };
  const boxes = [...table.querySelectorAll('input[type=checkbox]')];
  const columns = []; // by day, and where people stand side by side by lane, the half hours in their order
  const place = new Map(); // of a half hour: its day, and its row
  [...table.tBodies[0].rows].forEach((row, y) => {
    row.querySelectorAll('td:not(.theirs)').forEach((cell, x) => {
      columns[x] ??= [];
      cell.querySelectorAll('input[type=checkbox], .half[aria-label], .what').forEach(half => {
        place.set(half, [x, y]);
        columns[x].push(half);
      });
    });
  });
  const all = [...place.keys()];

  const describe = half => {
    const state = half.type === 'checkbox' ? `: ${half.checked ? words.painted : words.blank}` : '';
    return (half.getAttribute('aria-label') || half.title) + state;
  };
  const locked = Number(counted?.dataset.count) - document.querySelectorAll('input[name=was]').length; // painted, not boxes
  const tell = half => { said.textContent = half ? describe(half) : ''; };
  const count = () => {
    const n = boxes.filter(b => b.checked).length + locked;
    if (boxes.length && counted) counted.textContent = n === 1 ? words.one : words.more.replace('#', n);
  };
  const paints = () => {
    count();
    changed();
  };
  const stop = half => {
    all.forEach(one => { one.tabIndex = -1; });
    if (half) half.tabIndex = 0;
  };
  stop(all.find(a => a.matches('.picked')) || boxes.find(b => b.checked) || boxes[0] || all.find(a => a.classList.contains('free')) || all[0]);
  count();

  const nearest = (x, y) => columns[x].reduce((best, half) =>
    best && Math.abs(place.get(best)[1] - y) <= Math.abs(place.get(half)[1] - y) ? best : half, undefined);

  let erasing; // the half hour that was unticked last: Shift and an arrow go on from it
  table.addEventListener('keydown', event => {
    const from = place.get(event.target);
    if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
    const [x, y] = from;
    const at = columns[x].indexOf(event.target);
    let to;
    switch (event.key) {
      case 'ArrowUp': to = columns[x][at - 1]; break;
      case 'ArrowDown': to = columns[x][at + 1]; break;
      case 'ArrowLeft': to = x > 0 && nearest(x - 1, y); break;
      case 'ArrowRight': to = x < columns.length - 1 && nearest(x + 1, y); break;
      case 'Home': to = columns[x][0]; break;
      case 'End': to = columns[x].at(-1); break;
      default: return;
    }
    event.preventDefault();
    if (!to) return;
    if (event.shiftKey && event.target.type === 'checkbox' && to.type === 'checkbox') {
      const erases = erasing === event.target;
      event.target.checked = to.checked = !erases;
      erasing = erases ? to : undefined;
      paints();
    }
    stop(to);
    to.focus();
    tell(to);
  });

  let drag;
  table.addEventListener('pointerdown', event => {
    const box = event.target;
    if (!boxes.includes(box) || event.pointerType === 'touch' || event.button !== 0) return; // a finger scrolls; a tap ticks
    drag = { from: place.get(box), to: !box.checked, before: boxes.map(b => b.checked), moved: false };
  });
  table.addEventListener('pointerover', event => {
    const half = event.target.closest('.half, .what, input');
    const end = place.get(half);
    if (!end || table.classList.contains('dragging')) return;
    if (!drag || drag.ended) {
      tell(half);
      return;
    }
    drag.moved = drag.moved || end[0] !== drag.from[0] || end[1] !== drag.from[1];
    if (!drag.moved) return;
    const [x0, x1] = [drag.from[0], end[0]].sort((a, b) => a - b);
    const [y0, y1] = [drag.from[1], end[1]].sort((a, b) => a - b);
    boxes.forEach((box, n) => {
      const [x, y] = place.get(box);
      box.checked = x >= x0 && x <= x1 && y >= y0 && y <= y1 ? drag.to : drag.before[n];
    });
    paints();
  });
  addEventListener('pointerup', () => { // the click that follows asks whether it moved
    const ended = drag;
    if (!ended) return;
    ended.ended = true;
    setTimeout(() => { if (drag === ended) drag = undefined; });
  });
  addEventListener('pointercancel', () => { drag = undefined; });
  table.addEventListener('dragstart', event => { event.preventDefault(); });
  table.addEventListener('click', event => {
    if (drag && drag.moved) event.preventDefault(); // the drag has said it all
  });
  table.addEventListener('change', event => {
    erasing = event.target.checked ? undefined : event.target;
    stop(event.target);
    tell(event.target);
    paints();
  });
  table.addEventListener('focusin', event => {
    if (place.has(event.target)) tell(event.target);
  });
};

const own = document.querySelector('.week');
if (own) weekgrid(own);
