// The printed cards of a box: the picture stays up to date until it is taken, taps go out one after the other.
// Everything also works without, by plain forms.

const LIVE = 1000;
const CALM = 4000;
const SAYS_STAYS = 8000;

const root = document.documentElement;
const line = document.getElementById('line');
const byId = (id) => document.getElementById(id);
const parse = (html) => new DOMParser().parseFromString(html, 'text/html');
const isTaken = () => byId('stand').dataset.taken === '1';
root.classList.add('js');

// ---------------------------------------------------------------- fresh parts

let etag = null;
let waiting = 0;
let timer = 0;
let queue = Promise.resolve();

async function poll() {
  clearTimeout(timer);
  if (document.hidden) return;
  try {
    const headers = etag ? { 'If-None-Match': etag } : {};
    const answer = await fetch('/stand/cards/fragment' + location.search, { headers });
    line.hidden = true;
    if (answer.ok && !waiting) {
      etag = answer.headers.get('ETag');
      await swap(parse(await answer.text()));
    }
  } catch {
    line.hidden = false;
  } finally {
    clearTimeout(timer);
    timer = setTimeout(poll, isTaken() ? CALM : LIVE);
  }
}

// A picture comes together with its outlines: it is fetched before it is shown.
async function fetched(fresh) {
  const next = fresh.getElementById('photograph');
  if (!next || byId('sight').dataset.part === fresh.getElementById('sight').dataset.part) return;
  const ahead = new Image();
  ahead.src = next.getAttribute('src');
  try {
    await ahead.decode();
  } catch {
    // the next look brings another one
  }
}

// Each part is exchanged by itself, and only when it has changed: a finger on a button must find it there.
async function swap(fresh, tapped = false) {
  if (!fresh.getElementById('stand')) return;
  const asked = waiting;
  await fetched(fresh);
  if (!tapped && asked !== waiting) return;
  const before = isTaken();
  byId('stand').dataset.taken = fresh.getElementById('stand').dataset.taken;
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const here = byId(part.id);
    if (!here || here.outerHTML === part.outerHTML) continue;
    // What somebody is choosing stays while the picture goes on.
    if (!tapped && part.id === 'side' && here.dataset.part === part.dataset.part && here.contains(document.activeElement) && before === isTaken()) continue;
    const focused = here.contains(document.activeElement) ? document.activeElement.id : '';
    here.replaceWith(part);
    if (focused && byId(focused)) byId(focused).focus({ preventScroll: true });
  }
}

function send(address, body) {
  waiting += 1;
  queue = queue.then(async () => {
    try {
      const answer = await fetch(address, { method: 'POST', body, headers: { 'X-Fragment': '1' } });
      if (answer.status === 403) {
        location.reload();
        return;
      }
      const fresh = parse(await answer.text());
      const to = answer.headers.get('X-Location');
      if (to) history.replaceState(null, '', to);
      etag = null;
      await swap(fresh, true);
      byId('says').replaceWith(fresh.getElementById('says'));
      setTimeout(() => byId('says').replaceChildren(), SAYS_STAYS);
    } catch {
      line.hidden = false;
    } finally {
      waiting -= 1;
      clearTimeout(timer);
      timer = setTimeout(poll, LIVE);
    }
  });
}

// ---------------------------------------------------------------- taps

document.addEventListener('submit', (event) => {
  const form = event.target;
  if ('plain' in form.dataset || form.method !== 'post') return;
  event.preventDefault();
  const body = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  if (button && button.name) body.append(button.name, button.value);
  if (form.id === 'picture-form') return; // its taps are clicks on the picture
  if (button && button.id === 'take') {
    button.disabled = true;
    byId('chip').className = 'chip waits';
    byId('chip').querySelector('span').textContent = byId('stand').dataset.looking;
  }
  send(form.getAttribute('action').split('?')[0] + location.search, body);
});

document.addEventListener('click', (event) => {
  if (event.target.id !== 'photograph' || !isTaken()) return;
  event.preventDefault();
  const box = event.target.getBoundingClientRect();
  if (event.detail === 0) return; // a key has no place: names are chosen by the cards' list below
  const body = new URLSearchParams(new FormData(event.target.form));
  body.set('at.x', event.clientX - box.left);
  body.set('at.y', event.clientY - box.top);
  body.set('wide', box.width);
  send('/stand/cards/point' + location.search, body);
});

document.addEventListener('change', (event) => {
  if ('send' in event.target.dataset) event.target.form.requestSubmit();
});

document.addEventListener('visibilitychange', poll);
poll();
