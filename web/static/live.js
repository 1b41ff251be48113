// Keeps the page up to date and makes taps quick. Everything also works without this file.

import { awake } from './awake.js';
import { point } from './bubble.js';
import * as chosen from './chosen.js';
import { clock } from './clock.js';
import './beside.js';
import './drag.js';
import './held.js';
import './house_rules.js';
import './lots.js';
import { loud } from './loud.js';
import './own_words.js';
import * as voice from './voice.js';
import { whole } from './whole.js';

const DEAD_AFTER = 20000;
const HIDDEN_CLOSES_AFTER = 60000;
const FLASH_STAYS = 6000;
const BACK_STAYS = 3000;
const SLEPT = 2000;
const MISSED_STAYS = 900;
const ASKED_AGAIN = 700;
const FLAP = [
  { transform: 'perspective(220px) rotateX(-92deg)' },
  { transform: 'perspective(220px) rotateX(18deg)', offset: 0.6 },
  { transform: 'none' },
];

const root = document.documentElement;
const page = document.getElementById('page');
const line = document.getElementById('line');
const tells = line.firstChild; // beside it may stand the way to another program
const says = document.getElementById('says');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
root.classList.add('js');

// ---------------------------------------------------------------- the line to the table

let source = null;
let heard = Date.now();
let reconnecting = 0;
let hiddenSince = 0;
let refused = 0; // how often in a row the table could not be reached
let told = drawnAt(); // up to which entry the table has told this page, or the page showed when it came
let goodNews = 0;
let between = Date.now() - performance.now();
let shows = newsOf(page.dataset.news || ''); // how much of what was told stands on the page
let latest = shows; // how much was told

function drawnAt() {
  const seq = document.getElementById('tablet')?.dataset.seq;
  return seq ? Number(seq) : null;
}

function alive() {
  heard = Date.now();
  refused = 0;
  if (line.hidden || goodNews) return;
  tells.textContent = line.dataset.back;
  line.classList.add('back');
  goodNews = setTimeout(() => {
    line.hidden = true;
    goodNews = 0;
  }, BACK_STAYS);
}

function lost() {
  clearTimeout(goodNews);
  goodNews = 0;
  if (line.classList.contains('back') || line.hidden) tells.textContent = line.dataset.lost;
  line.classList.remove('back');
  line.hidden = false;
}

// Whether this device has slept, or its clock was put right: the two clocks that it has stand apart differently.
function slept() {
  const now = Date.now() - performance.now();
  const jumped = Math.abs(now - between) > SLEPT;
  between = now;
  return jumped;
}

function disconnect() {
  clearTimeout(reconnecting);
  if (source) source.close();
  source = null;
}

function connect() {
  disconnect();
  const query = ['brief', told === null ? '' : `since=${told}`, voice.asked()].filter(Boolean).join('&');
  voice.connected();
  source = new EventSource(`/api/v1/events?${query}`);
  source.addEventListener('snapshot', (event) => {
    if (slept()) {
      wake(); // this is old news out of a buffer: ask what is so now
      return;
    }
    alive();
    const state = JSON.parse(event.data);
    if (state.seq !== told) says.textContent = ''; // what was said before is no longer the news
    told = state.seq;
    const words = state.spoken.join(' ');
    if (words && words !== says.textContent) says.textContent = words; // said once, however often it is told
    voice.hear(state);
    hear(state.news);
  });
  source.addEventListener('eyes', (event) => {
    alive();
    hear(JSON.parse(event.data).news);
  });
  source.addEventListener('seats', (event) => {
    alive();
    hear(JSON.parse(event.data)); // whoever took this seat back wants nothing private on it any more
  });
  source.addEventListener('voice', (event) => {
    alive();
    voice.told(JSON.parse(event.data));
  });
  source.addEventListener('heartbeat', alive);
  source.addEventListener('error', () => {
    disconnect();
    refresh(); // where every place is taken, this is the polling that goes on instead
    reconnecting = setTimeout(connect, 500 + Math.random() * 4500);
  });
}

function wake() {
  hiddenSince = 0;
  connect();
  refresh();
}

setInterval(() => {
  const now = Date.now();
  if (slept() && !document.hidden) wake();
  if (document.hidden && hiddenSince && now - hiddenSince > HIDDEN_CLOSES_AFTER) disconnect();
  if (!document.hidden && now - heard > DEAD_AFTER) {
    lost();
    heard = now - DEAD_AFTER + 5000;
    connect();
  }
}, 1000);

document.addEventListener('visibilitychange', () => {
  if (document.hidden) hiddenSince = Date.now();
  else wake();
});
addEventListener('pageshow', (event) => {
  if (event.persisted) wake();
});
addEventListener('online', wake);
addEventListener('pagehide', disconnect);

// ---------------------------------------------------------------- fresh fragments

let shown = '';
let asked = 0;
let flashedAt = 0;
let fetching = false;
let again = false;
let sending = 0; // taps whose answer, which is a page too, is on its way

// How often was told of the table and its seats, and how often of the eyes, in one run of the program.
function newsOf(text) {
  const [run, table, eyes] = text.split('.');
  return { run, table: Number(table), eyes: Number(eyes) };
}

// What is told and does not stand on the page yet is fetched; what a tap brought comes with the answer to it.
function hear(news) {
  latest = newsOf(news);
  catchUp();
}

function catchUp() {
  if (sending || fetching) return;
  if (latest.run !== shows.run || latest.table > shows.table) refresh();
  else if (latest.eyes > shows.eyes) refreshEyes();
}

async function refresh() {
  again = true;
  if (fetching || sending) return;
  again = false;
  fetching = true;
  const mine = asked;
  let came = false;
  try {
    const answer = await fetch('/fragment' + location.search, { headers: { 'X-Fragment': '1' } });
    if (answer.status === 429) setTimeout(refresh, 500 + Math.random() * 1500); // many ask from the same address
    if (answer.ok) {
      const html = await answer.text();
      alive();
      const news = answer.headers.get('X-News');
      came = mine === asked && news !== null;
      if (mine === asked) swap(html, news);
      else again = true;
    }
  } catch {
    refused += 1;
    if (refused > 1) lost();
    else setTimeout(refresh, ASKED_AGAIN); // a page that is left, or a hiccup, refuses once
  } finally {
    fetching = false;
    if (again) refresh();
    else if (came) catchUp();
  }
}

let eyesFetching = false;

async function refreshEyes() {
  if (eyesFetching) return;
  eyesFetching = true;
  let came = false;
  try {
    const answer = await fetch('/fragment/eyes');
    if (answer.ok) {
      const fresh = parse(await answer.text());
      const seen = newsOf(answer.headers.get('X-News') || '');
      came = true;
      if (seen.run !== shows.run || seen.eyes <= shows.eyes) return; // the whole page was fetched meanwhile
      const blind = (chip) => /\b(off|lost)\b/.test(chip?.className);
      const before = blind(document.getElementById('eyes'));
      for (const id of ['eyes', 'seen']) {
        const from = fresh.getElementById(id);
        const to = document.getElementById(id);
        if (from && to && from.outerHTML !== to.outerHTML) to.replaceWith(from);
      }
      shows = { ...shows, eyes: seen.eyes };
      if (before !== blind(document.getElementById('eyes'))) refresh();
    }
  } catch {
    // As above.
  } finally {
    eyesFetching = false;
    if (came) catchUp();
  }
}

function parse(html) {
  return new DOMParser().parseFromString(html, 'text/html');
}

function swap(html, news, freshForms = false) {
  if (news) shows = newsOf(news);
  if (html === shown) return;
  const fresh = parse(html).body;
  if (fresh.querySelector('[data-shelf]')) {
    location.reload(); // nothing is open: the boxes on the shelf are a page of their own
    return;
  }
  const asServed = shown === '' && fresh.innerHTML.trim() === page.innerHTML.trim();
  shown = html;
  if (asServed) return;
  const before = remember();
  const places = where();
  const amounts = counted();
  const hadPanel = panelOf();
  const flashes = page.querySelector('.flashes');
  page.replaceChildren(...fresh.childNodes);
  const settled = hadPanel !== null && hadPanel === panelOf();
  root.classList.toggle('settled', settled);
  if (page.querySelector('.flashes')) flashedAt = Date.now();
  else if (flashes && Date.now() - flashedAt < FLASH_STAYS) page.firstElementChild.append(flashes);
  restore(before, freshForms);
  if (page.querySelector('.dealt')) import('./dealt.js').then((dealt) => dealt.narrowed());
  slide(places);
  fall(amounts);
  voice.show();
  point();
  loud();
  awake();
  clock();
  if (!settled && panelOf()) document.getElementById('panel-title').focus();
}

function panelOf() {
  return document.getElementById('panel')?.className ?? null;
}

function remember() {
  const focused = document.activeElement;
  return {
    seq: drawnAt(),
    focus: focused?.id,
    selection: focused?.type === 'text' ? [focused.selectionStart, focused.selectionEnd] : null,
    open: [...page.querySelectorAll('details[id]')].map((details) => [details.id, details.open]),
    fields: [...page.querySelectorAll('form input[id], form select[id]')].map((input) => ({
      id: input.id,
      value: input.value,
      checked: input.checked,
      keep: 'keep' in input.form.dataset,
      form: input.form.id,
    })),
  };
}

function restore(before, freshForms) {
  const same = before.seq === drawnAt();
  for (const [id, open] of before.open) {
    const details = document.getElementById(id);
    if (details) details.open = open;
  }
  for (const field of before.fields) {
    if (freshForms || !(same || field.keep)) continue;
    const input = document.getElementById(field.id);
    if (input?.form?.id !== field.form) continue;
    if (input.type === 'radio' || input.type === 'checkbox') input.checked = field.checked;
    else if (input.type === 'text' || input.type === 'number') input.value = field.value;
    else if (input.options && [...input.options].some((option) => option.value === field.value)) input.value = field.value;
  }
  const focus = before.focus && document.getElementById(before.focus);
  if (focus) {
    focus.focus({ preventScroll: true });
    if (before.selection && focus.setSelectionRange) focus.setSelectionRange(...before.selection);
  }
}

// The middle of a piece, in px of the screen.
function middle(piece) {
  const box = piece.getBoundingClientRect();
  return box.width ? new DOMPoint(box.left + box.width / 2, box.top + box.height / 2) : null;
}

// Where the pieces lie on their boards, whatever size a board has and whichever way it is turned.
function where() {
  const places = new Map();
  for (const piece of page.querySelectorAll('.board [data-key]')) {
    const lies = middle(piece);
    if (lies) places.set(piece.dataset.key, lies.matrixTransform(piece.ownerSVGElement.getScreenCTM().inverse()));
  }
  return places;
}

function slide(places) {
  if (calm.matches) return;
  for (const piece of page.querySelectorAll('.board [data-key]')) {
    const lay = places.get(piece.dataset.key);
    const lies = middle(piece);
    if (!lay || !lies) continue;
    const inward = piece.parentNode.getScreenCTM().inverse();
    const from = lay.matrixTransform(piece.ownerSVGElement.getScreenCTM()).matrixTransform(inward);
    const to = lies.matrixTransform(inward);
    const [dx, dy] = [from.x - to.x, from.y - to.y];
    if (Math.abs(dx) + Math.abs(dy) < 4) continue;
    piece.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
      duration: 420,
      easing: 'cubic-bezier(.2,.8,.2,1)',
    });
  }
}

// ---------------------------------------------------------------- money and points that change

// What is counted on the page, by what it is.
function counted() {
  return new Map([...page.querySelectorAll('[data-amount]')].map((one) => [one.dataset.amount, one.textContent]));
}

// A figure that is another one now falls into place digit by digit, as on a tote.
function fall(before) {
  if (calm.matches) return;
  for (const one of page.querySelectorAll('[data-amount]')) {
    const [now, then] = [one.textContent, before.get(one.dataset.amount)];
    if (then === undefined || then === now || !one.checkVisibility()) continue;
    const old = then.padStart(now.length);
    const digits = [...now].map((sign, place) => {
      const flap = document.createElement('i');
      flap.textContent = sign;
      if (sign !== old[old.length - now.length + place]) flap.animate(FLAP, { duration: 300, delay: 60 * place, fill: 'backwards' });
      return flap;
    });
    const flaps = document.createElement('span');
    flaps.className = 'falling';
    flaps.append(...digits);
    one.replaceChildren(flaps);
    setTimeout(() => {
      one.textContent = now;
    }, 360 + 60 * now.length);
  }
}

// ---------------------------------------------------------------- taps

document.addEventListener('submit', async (event) => {
  const form = event.target;
  if ('plain' in form.dataset || form.method !== 'post') return;
  event.preventDefault();
  if (form.dataset.sending) return;
  form.dataset.sending = '1';
  const body = new URLSearchParams(new FormData(form));
  const button = event.submitter;
  if (button?.name) body.append(button.name, button.value);
  asked += 1;
  sending += 1;
  try {
    const answer = await sent(form.getAttribute('action'), body);
    if (answer.status === 403 || answer.status === 400) {
      location.reload();
      return;
    }
    const html = await answer.text();
    alive();
    if (answer.headers.has('X-Slip')) {
      shake(button, html);
      return;
    }
    asked += 1; // fragments asked for in the meantime were of the page before
    const address = answer.headers.get('X-Location');
    if (address) history.replaceState(null, '', address);
    if (answer.ok) flashedAt = 0; // what was wrong before is put right
    const news = answer.headers.get('X-News');
    again = again && !news; // whatever was to be fetched meanwhile is on this page
    swap(html, news, answer.ok);
  } catch {
    lost();
  } finally {
    delete form.dataset.sending;
    sending -= 1;
    if (again) refresh();
    else catchUp();
  }
});

// A finger missed its place: it is shown, and nothing has happened.
function shake(place, why) {
  says.textContent = why;
  const news = document.querySelector('#news [role=status]');
  if (news) news.dataset.why = why;
  if (!place) return;
  place.classList.remove('missed');
  void place.offsetWidth; // once more, if it was missed before
  place.classList.add('missed');
  setTimeout(() => place.classList.remove('missed'), MISSED_STAYS);
}

// Where many ask from the same address, a tap waits for its turn.
async function sent(action, body, tries = 8) {
  const answer = await fetch(action, { method: 'POST', body, headers: { 'X-Fragment': '1' } });
  if (answer.status !== 429 || !tries) return answer;
  await new Promise((done) => setTimeout(done, 300 + Math.random() * 500));
  return sent(action, body, tries - 1);
}

document.addEventListener('click', (event) => {
  event.target.closest('.flash')?.remove();
  const link = event.target.closest('a[data-panel]');
  if (link && !event.metaKey && !event.ctrlKey && !event.shiftKey) {
    event.preventDefault();
    go(link.getAttribute('href')); // a link drawn in SVG has no plain href
  }
  const piece = link ? null : event.target.closest('[data-touched]');
  if (piece) go(piece.dataset.touched);
  if (event.target.closest('[data-voice]')) voice.toggle();
  if (event.target.closest('.card-pick')) import('./dealt.js').then((dealt) => dealt.tapped(event));
});

function go(address) {
  asked += 1;
  history.pushState(null, '', address);
  refresh();
}

addEventListener('popstate', () => {
  asked += 1;
  refresh();
});

// A form of faces or numbers sends itself once it is whole; with the keyboard the button stays in charge.
document.addEventListener('pointerdown', () => root.classList.remove('keys-used'), true);
document.addEventListener(
  'keydown',
  (event) => {
    if (event.key === 'Escape' && document.getElementById('panel')) go('/');
    if (!event.metaKey && !event.ctrlKey && !event.altKey) root.classList.add('keys-used');
  },
  true,
);
document.addEventListener('change', (event) => {
  const form = event.target.form;
  if (!form || !('auto' in form.dataset)) return;
  const complete = whole(form);
  chosen.keep(form);
  if (complete && !root.classList.contains('keys-used')) form.requestSubmit();
});

connect();
chosen.restore();
point();
loud();
awake();
document.fonts.ready.then(point);
