// Follows what is still to be done on a page: while an element is marked data-busy, the page is asked for again every
// two seconds, and the elements marked data-follow take their new content. An element marked data-waits waits for
// somebody else, which may take longer. Without this script a link, or loading the page again, does the same.
const every = 2000;
const longest = 5 * 60 * 1000; // then somebody who waits presses the link
const patience = 60 * 60 * 1000; // of who waits for somebody else

const begun = Date.now();
let pause = every;

const busy = () => document.querySelector('[data-busy]');
const waits = () => document.querySelector('[data-waits]');

async function look() {
  if (document.hidden) return later(); // nobody looks
  const [worked, waited] = [busy(), waits()];
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const old of document.querySelectorAll('[data-follow]')) replace(old, fresh.getElementById(old.id));
      pause = every;
    } else if (answer.type === 'opaqueredirect' || answer.status === 401 || answer.status === 403) {
      return; // the session ended
    } else {
      pause = Math.min(2 * pause, 30000);
    }
  } catch {
    pause = Math.min(2 * pause, 30000); // the service is away
  }
  if (waited && !waits()) say(waited, waited.querySelector('p')?.textContent, 'unseen'); // eyes see the new paragraph
  if (worked && !busy()) say(worked, 'Everything is done.');
  later();
}

// replace gives an element the content and the marks of its newer self, unless it is the same, or somebody is about to
// use it.
function replace(old, fresh) {
  if (!fresh || old.contains(document.activeElement)) return;
  for (const mark of ['data-busy', 'data-waits']) {
    if (fresh.hasAttribute(mark)) old.setAttribute(mark, fresh.getAttribute(mark));
    else old.removeAttribute(mark);
  }
  if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
}

function later() {
  const most = busy() ? longest : waits() ? patience : 0;
  if (Date.now() - begun < most) setTimeout(look, pause);
}

// say tells screen readers, too, how it went.
function say(where, text, look = '') {
  let status = where.querySelector('[data-status]');
  if (!status) {
    status = document.createElement('p');
    status.setAttribute('role', 'status');
    status.className = look;
    where.append(status);
  }
  status.textContent = text;
}

later();
