// A page about a picture that is tapped: what changes is fetched, taps go out one after the other.
// Everything also works without, by plain forms.

const root = document.documentElement;
const line = document.getElementById('line');
root.classList.add('js');

export const byId = (id) => document.getElementById(id);
const parse = (html) => new DOMParser().parseFromString(html, 'text/html');

let page = {};
let etag = null;
let waiting = 0;
let timer = 0;
let queue = Promise.resolve();

// `at` is the page's address, `pause()` the time until it is looked at again, `swap(fresh, tapped)` shows what came,
// `stays` is how long what was said stays, `pressed(button)` is told of a button before its form goes out.
export function follow(its) {
  page = { pressed: () => {}, ...its };
  document.addEventListener('visibilitychange', poll);
  poll();
}

// How many taps have no answer yet.
export const unanswered = () => waiting;

export async function poll() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const headers = etag ? { 'If-None-Match': etag } : {};
    const answer = await fetch(`${page.at}/fragment${location.search}`, { headers });
    line.hidden = true;
    if (answer.ok && !waiting) {
      etag = answer.headers.get('ETag');
      await page.swap(parse(await answer.text()), false);
    }
  } catch {
    line.hidden = false;
  } finally {
    clearTimeout(timer);
    timer = setTimeout(poll, page.pause());
  }
}

export function send(tap, body) {
  waiting += 1;
  queue = queue.then(async () => {
    etag = null; // whatever becomes of the tap, the next look shows all anew
    try {
      const answer = await fetch(tap + location.search, { method: 'POST', body, headers: { 'X-Fragment': '1' } });
      if (answer.status === 403) {
        location.reload();
        return;
      }
      const fresh = parse(await answer.text());
      const to = answer.headers.get('X-Location');
      if (to) history.replaceState(null, '', to);
      await page.swap(fresh, true);
      byId('says').replaceWith(fresh.getElementById('says'));
      setTimeout(() => byId('says').replaceChildren(), page.stays);
    } catch {
      line.hidden = false;
    } finally {
      waiting -= 1;
      clearTimeout(timer);
      timer = setTimeout(poll, page.pause());
    }
  });
}

// Each part is exchanged by itself, and only when it has changed: a finger on a button must find it there.
// `stays(here, part)`: not this one now.
export function exchange(fresh, stays) {
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const here = byId(part.id);
    if (!here || here.outerHTML === part.outerHTML || stays(here, part)) continue;
    const focused = here.contains(document.activeElement) ? document.activeElement.id : '';
    here.replaceWith(part);
    if (focused && byId(focused)) byId(focused).focus({ preventScroll: true });
  }
}

// A place of the picture as its form sends it, px of the picture as it is shown.
export function tapPicture(tap, [x, y], wide) {
  const body = new URLSearchParams(new FormData(byId('photograph').form));
  body.set('at.x', x);
  body.set('at.y', y);
  body.set('wide', wide);
  send(tap, body);
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if ('plain' in form.dataset || form.method !== 'post') return;
  event.preventDefault();
  if (form.id === 'picture-form') return; // its taps are clicks on the picture
  const body = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  if (button && button.name) body.append(button.name, button.value);
  page.pressed(button);
  send(form.getAttribute('action').split('?')[0], body);
});

document.addEventListener('change', (event) => {
  if ('send' in event.target.dataset) event.target.form.requestSubmit();
});
