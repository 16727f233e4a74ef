// Follows what is still to be done on a page: while an element is marked data-busy, the page is asked for again every
// two seconds, and the elements marked data-follow take their new content. Without this script a link does the same.
const every = 2000;
const longest = 5 * 60 * 1000; // then somebody who waits presses the link

const begun = Date.now();
let busy = document.querySelector('[data-busy]');
let pause = every;

async function look() {
  if (document.hidden) return later(); // nobody looks
  try {
    const answer = await fetch(location.href, { headers: { Accept: 'text/html' }, redirect: 'manual' });
    if (answer.ok) {
      const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
      for (const old of document.querySelectorAll('[data-follow]')) replace(old, fresh.getElementById(old.id));
      busy = document.querySelector('[data-busy]');
      pause = every;
    } else if (answer.type === 'opaqueredirect' || answer.status === 401 || answer.status === 403) {
      return; // the session ended
    } else {
      pause = Math.min(2 * pause, 30000);
    }
  } catch {
    pause = Math.min(2 * pause, 30000); // the service is away
  }
  if (busy) later();
  else say('Everything is done.');
}

// replace gives an element the content of its newer self, unless it is the same, or somebody is about to use it.
function replace(old, fresh) {
  if (!fresh) return;
  old.toggleAttribute('data-busy', fresh.hasAttribute('data-busy'));
  if (old.innerHTML === fresh.innerHTML || old.contains(document.activeElement)) return;
  old.replaceChildren(...fresh.childNodes);
}

function later() {
  if (Date.now() - begun < longest) setTimeout(look, pause);
}

// say tells screen readers, too, how it went.
function say(text) {
  let status = document.querySelector('[data-status]');
  if (!status) {
    status = document.createElement('p');
    status.setAttribute('role', 'status');
    document.getElementById('effects')?.append(status);
  }
  status.textContent = text;
}

if (busy) later();
