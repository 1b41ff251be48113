// Keeps the picture and what is said about it up to date, and lets frames be dragged. Everything also works without.

const POLL = 500;
const SAYS_STAYS = 6000;
const STEP_MM = 5;
const FAR_MM = 25;
const STILL_PX = 6;

const root = document.documentElement;
const line = document.getElementById('line');
const token = document.querySelector('meta[name=csrf-token]').content;
root.classList.add('js');

// ---------------------------------------------------------------- fresh parts

let etag = null;
let asked = 0;
let busy = 0;
let timer = 0;
let failures = 0;

const parse = (html) => new DOMParser().parseFromString(html, 'text/html');
const byId = (id) => document.getElementById(id);

async function poll() {
  clearTimeout(timer);
  if (document.hidden) return;
  const mine = asked;
  try {
    const answer = await fetch('/stand/fragment' + location.search, etag ? { headers: { 'If-None-Match': etag } } : {});
    failures = 0;
    line.hidden = true;
    if (answer.ok && mine === asked && !busy) {
      etag = answer.headers.get('ETag');
      swap(parse(await answer.text()), false);
    }
  } catch {
    failures += 1;
    line.hidden = failures < 4;
  } finally {
    clearTimeout(timer);
    timer = setTimeout(poll, POLL);
  }
}

// Each part is exchanged by itself, and only when it has changed: a finger on a button must find it there.
function swap(fresh, tapped) {
  const now = fresh.getElementById('stand');
  if (!now) return;
  byId('stand').dataset.look = now.dataset.look;
  byId('stand').dataset.scale = now.dataset.scale;
  const side = fresh.getElementById('side');
  const other = side.dataset.part !== byId('side').dataset.part;
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const here = byId(part.id);
    if (!here) continue;
    if (part.id === 'overlay' && byId('picture').querySelector('.handle') && part.querySelector('.handle')) continue;
    if (part.id === 'picture') {
      if (here.dataset.part !== part.dataset.part) here.replaceWith(part);
      else here.className = part.className;
      continue;
    }
    if (here.outerHTML === part.outerHTML) continue;
    if (part.id === 'side' && !other && !tapped && here.querySelector('input:not([type=hidden]),select')) continue;
    if (part.id === 'zone-tools' && !tapped && here.contains(document.activeElement) && document.activeElement.id === 'game') continue;
    exchange(here, part);
  }
  if (tapped) {
    byId('says').replaceWith(fresh.getElementById('says'));
    setTimeout(() => byId('says').replaceChildren(), SAYS_STAYS);
  }
  showPicture();
}

function exchange(here, part) {
  const focused = here.contains(document.activeElement) ? document.activeElement : null;
  const id = focused && (focused.id || (focused.dataset.zone ? `[data-zone="${CSS.escape(focused.dataset.zone)}"]` : null));
  here.replaceWith(part);
  if (!id) return;
  const again = id.startsWith('[') ? part.querySelector(id) : byId(id);
  if (again) again.focus({ preventScroll: true });
}

let shown = null;

function showPicture() {
  const picture = byId('live-picture');
  const look = byId('stand').dataset.look;
  if (!picture || look === shown) return;
  shown = look;
  // The next picture is loaded aside, so that the one before stays until it is there.
  const next = new Image();
  next.onload = () => {
    const here = byId('live-picture');
    if (here && shown === look) here.src = next.src;
  };
  next.src = `/stand/picture.jpg?look=${look}`;
}

document.addEventListener('visibilitychange', poll);
addEventListener('pageshow', (event) => {
  if (event.persisted) poll();
});

// ---------------------------------------------------------------- taps

async function send(address, body) {
  asked += 1;
  busy += 1;
  try {
    const answer = await fetch(address, { method: 'POST', body, headers: { 'X-Fragment': '1' } });
    if (answer.status === 403) {
      location.reload();
      return;
    }
    const html = await answer.text();
    const to = answer.headers.get('X-Location');
    if (to) history.replaceState(null, '', to);
    etag = null;
    swap(parse(html), true);
  } catch {
    line.hidden = false;
  } finally {
    busy -= 1;
    asked += 1;
  }
}

document.addEventListener('submit', (event) => {
  const form = event.target;
  if ('plain' in form.dataset || form.method !== 'post') return;
  event.preventDefault();
  if (busy) return;
  const body = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  if (button && button.name) body.append(button.name, button.value);
  send(form.getAttribute('action'), body);
});

document.addEventListener('change', (event) => {
  if ('send' in event.target.dataset) event.target.form.requestSubmit();
});

// ---------------------------------------------------------------- frames and corners that are dragged

function place(event) {
  const overlay = byId('overlay');
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(overlay.getScreenCTM().inverse());
  return [point.x, point.y];
}

const scale = () => Number(byId('stand').dataset.scale);
let held = null;
let dragged = false;

document.addEventListener('pointerdown', (event) => {
  if (held || event.button !== 0) return;
  const what = event.target.closest('.zone,.handle');
  if (!what) return;
  const from = place(event);
  held = { what, from, to: from, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  dragged = false;
  busy += 1;
});

document.addEventListener('pointermove', (event) => {
  if (!held || event.pointerId !== held.pointer) return;
  if (!dragged && Math.hypot(event.clientX - held.x, event.clientY - held.y) < STILL_PX) return;
  dragged = true;
  held.to = place(event);
  if (held.what.matches('.handle')) {
    moveCorner(held.what, held.to);
  } else {
    held.what.classList.add('dragged');
    held.what.setAttribute('transform', `translate(${held.to[0] - held.from[0]} ${held.to[1] - held.from[1]})`);
  }
});

function letGo(event) {
  if (!held || event.pointerId !== held.pointer) return;
  const { what, from, to } = held;
  held = null;
  busy -= 1;
  if (!dragged || !what.matches('.zone')) return;
  if (event.type === 'pointercancel') {
    what.removeAttribute('transform');
    what.classList.remove('dragged');
    return;
  }
  const body = new URLSearchParams({ token, zone: what.dataset.zone });
  for (const [name, at] of [['begin', from], ['end', to]]) {
    body.append(`${name}.x`, at[0] * scale());
    body.append(`${name}.y`, at[1] * scale());
  }
  send('/stand/drag' + location.search, body);
}

// A tap beside the frames puts the one that is chosen there.
document.addEventListener('click', (event) => {
  const chosen = byId('overlay') && byId('overlay').querySelector('.zone.chosen');
  if (!chosen || busy || event.target.closest('.zone') || !event.target.closest('#picture')) return;
  const [x, y] = place(event);
  send('/stand/place' + location.search, new URLSearchParams({ token, zone: chosen.dataset.zone, 'at.x': x * scale(), 'at.y': y * scale() }));
});

document.addEventListener('pointerup', letGo);
document.addEventListener('pointercancel', letGo);
document.addEventListener('dragstart', (event) => {
  if (event.target.closest('.zone')) event.preventDefault();
});
document.addEventListener(
  'click',
  (event) => {
    if (dragged && event.target.closest('.zone')) event.preventDefault();
    dragged = false;
  },
  true,
);

function moveCorner(handle, [x, y]) {
  const number = Number(handle.dataset.corner);
  handle.setAttribute('cx', x);
  handle.setAttribute('cy', y);
  const ropes = byId('overlay').querySelector('.ropes');
  const handles = [...byId('overlay').querySelectorAll('.handle')];
  ropes.setAttribute('points', handles.map((one) => `${one.getAttribute('cx')},${one.getAttribute('cy')}`).join(' '));
  byId(`field-corners-${number}-x`).value = Math.round(x * scale());
  byId(`field-corners-${number}-y`).value = Math.round(y * scale());
}

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

document.addEventListener('keydown', (event) => {
  const way = ARROWS[event.key];
  const what = event.target.closest && event.target.closest('.zone,.handle');
  if (!way || !what || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const far = event.shiftKey ? FAR_MM : STEP_MM;
  if (what.matches('.handle')) {
    moveCorner(what, [Number(what.getAttribute('cx')) + way[0] * far, Number(what.getAttribute('cy')) + way[1] * far]);
    return;
  }
  if (busy) return;
  const { zone, left, top, width, height } = what.dataset;
  const body = new URLSearchParams({ token, zone, width, height });
  body.append('left', Number(left) + way[0] * far);
  body.append('top', Number(top) + way[1] * far);
  send('/stand/zone' + location.search, body);
});

showPicture();
timer = setTimeout(poll, POLL);
