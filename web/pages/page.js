// The pages work without this script. It shows times in the visitor's own zone, counts the time left, sends no form twice
// and warns before typed text is lost. It has no texts of its own and sends no requests to other sites.
'use strict';
(() => {
  const root = document.documentElement;
  const page = root.dataset;

  // Times are shown in the visitor's own zone, unless they chose one: the page is loaded again, once, with its name.
  if ('detect' in page) {
    const here = new URL(location.href);
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (zone && zone !== page.zone && !here.searchParams.has('zone')) {
      here.searchParams.set('zone', zone);
      location.replace(here);
    }
  }

  // Uses the server's clock, because the visitor's may be wrong.
  const ahead = Date.parse(page.now) - Date.now();
  const now = () => Date.now() + ahead;

  const left = ms => {
    const [unit, size] = ms >= 48 * 36e5 ? ['day', 24 * 36e5] : ms >= 2 * 36e5 ? ['hour', 36e5] : ms >= 12e4 ? ['minute', 6e4] : ['second', 1e3];
    const text = new Intl.RelativeTimeFormat(root.lang, { numeric: 'always' }).format(Math.max(Math.floor(ms / size), 0), unit);
    const minutes = unit === 'hour' ? Math.floor(ms % size / 6e4) : 0;
    return minutes ? text + ' ' + new Intl.NumberFormat(root.lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes) : text;
  };

  const marks = [1, 5, 10, 30, 60].map(minutes => minutes * 6e4); // a screen reader is told of these, not of each second
  let mark;
  const tick = () => {
    const e = document.getElementById('countdown');
    if (e) {
      const line = e.parentElement;
      const ms = Date.parse(e.dataset.at) - now();
      const text = left(ms);
      if (e.textContent !== text) e.textContent = text;
      const over = ms <= 0 && line.dataset.over;
      if (over) line.textContent = over;
      const next = over ? 0 : marks.find(m => ms < m + 999) || Infinity;
      if (over || mark !== undefined && next !== mark) document.getElementById('countdown-said').textContent = line.textContent;
      mark = next;
    }
    if (page.changeAt && now() >= Date.parse(page.changeAt) + 500 && navigator.onLine) {
      delete page.changeAt;
      location.replace(location.pathname + location.search); // a GET, so that no form is sent again
    }
  };

  // A day of the month unfolds its times.
  document.addEventListener('click', event => {
    const link = event.target.closest && event.target.closest('.month a');
    const day = link && document.getElementById(link.hash.slice(1));
    if (day) day.open = true;
  });

  document.addEventListener('DOMContentLoaded', () => {
    const e = document.getElementById('message');
    if (e) e.focus(); // for browsers that ignore autofocus
    tick();
    setInterval(tick, 1000);
  });

  // A form that the server would refuse as too large is not sent, because what was typed could be lost.
  const tooLarge = form => {
    const fields = [...form.querySelectorAll('textarea')];
    const size = fields.reduce((n, f) => n + new URLSearchParams({ [f.name]: f.value.replace(/\n/g, '\r\n') }).toString().length + 1, 0);
    if (!form.dataset.room || size <= Number(form.dataset.room)) return false;
    const longest = fields.sort((a, b) => b.value.length - a.value.length)[0];
    longest.setCustomValidity(form.dataset.tooLarge);
    longest.reportValidity();
    longest.addEventListener('input', () => longest.setCustomValidity(''), { once: true });
    return true;
  };

  let sent = false;
  const typed = new Set(); // the forms in which something was typed
  document.addEventListener('submit', event => {
    const form = event.target;
    if (form.method !== 'post') return;
    if (sent || tooLarge(form)) {
      event.preventDefault();
      return;
    }
    sent = true;
    typed.delete(form); // what was typed in others is not sent
    setTimeout(() => { sent = false; }, 10000); // the form may not have arrived
  });
  addEventListener('pageshow', () => { sent = false; });

  document.addEventListener('input', event => {
    if (event.target.form && event.target.form.method === 'post') typed.add(event.target.form);
  });
  document.addEventListener('draft-saved', () => typed.delete(document.getElementById('answer'))); // by answer.js
  addEventListener('beforeunload', event => {
    if ([...typed].some(form => form.isConnected)) event.preventDefault(); // zone.js puts new ones in place
  });
})();
