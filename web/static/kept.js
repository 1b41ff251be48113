// Keeps the pages that look back up to date, and lets the slider run through a game. Everything also works without it.

import './awake.js';

const root = document.documentElement;
const page = document.getElementById('page');
const line = document.getElementById('line');
root.classList.add('js');

const STEP_MS = 900;
const HURRY_MS = 60;
const NEWS_MS = 1000;

function parse(html) {
  return new DOMParser().parseFromString(html, 'text/html');
}

async function fetched(address) {
  const answer = await fetch(address, { headers: { 'X-Fragment': '1' } });
  if (!answer.ok) throw new Error(String(answer.status));
  line.hidden = true;
  return parse(await answer.text());
}

// A name that is typed becomes a player, and the empty field waits for the next.
document.addEventListener('submit', async (event) => {
  if (!event.submitter || !('add' in event.submitter.dataset)) return;
  event.preventDefault();
  const asked = new URL(event.submitter.formAction);
  for (const name of new FormData(event.target).getAll('name')) if (name.trim()) asked.searchParams.append('name', name);
  try {
    const fresh = await fetched(asked);
    history.replaceState(null, '', asked);
    document.getElementById('add-player').value = '';
    exchange(fresh);
    document.getElementById('add-player').focus({ preventScroll: true });
  } catch {
    line.hidden = false;
  }
});

// Exchanges every part that is not what it was; what is focused, ticked or typed stays so.
function exchange(fresh) {
  for (const part of fresh.querySelectorAll('[data-part]')) {
    const old = document.getElementById(part.id);
    if (!old || old.outerHTML === part.outerHTML) continue;
    const focus = old.contains(document.activeElement) ? document.activeElement.id : '';
    const ticked = new Map([...old.querySelectorAll('input[type=checkbox]')].map((box) => [box.value, box.checked]));
    const open = old.hasAttribute('data-seq') && old.dataset.seq === part.dataset.seq;
    for (const box of open ? part.querySelectorAll('input[type=checkbox]') : [])
      if (ticked.has(box.value)) box.checked = ticked.get(box.value);
    const name = part.querySelector('#add-player');
    if (name) name.value = old.querySelector('#add-player')?.value ?? '';
    old.replaceWith(part);
    const again = focus && document.getElementById(focus);
    if (again) again.focus({ preventScroll: true });
  }
}

// ---------------------------------------------------------------- what happens at the table

let source = null;
let told = seqShown();
let eyes = null;

function seqShown() {
  const part = document.querySelector('[data-seq]');
  return part ? part.dataset.seq : null;
}

function connect() {
  if (source) source.close();
  source = new EventSource('/api/v1/events?brief');
  source.addEventListener('snapshot', (event) => {
    const seq = String(JSON.parse(event.data).seq);
    if (told !== null && seq !== told) news();
    told = seq;
  });
  source.addEventListener('eyes', (event) => {
    const { state, code, dice } = JSON.parse(event.data);
    const status = JSON.stringify([state, code, dice]);
    if (status !== eyes) news();
    eyes = status;
  });
  source.addEventListener('error', () => {
    source.close();
    setTimeout(connect, 2000 + Math.random() * 6000);
  });
}

let due = 0;

// At most one look a second, however fast the table is.
function news() {
  if (!due) due = setTimeout(look, NEWS_MS);
}

async function look() {
  due = 0;
  try {
    const fresh = await fetched(location.href);
    // Where the boxes stood there is a game now: that is another page.
    if (fresh.querySelector('[data-part]')) exchange(fresh);
    else location.reload();
  } catch {
    line.hidden = false;
  }
}

addEventListener('pagehide', () => source && source.close());
addEventListener('pageshow', (event) => event.persisted && listen());

// A game that is looked back at is past: only the other pages hear what happens now.
function listen() {
  if (!document.getElementById('replay')) connect();
}

// ---------------------------------------------------------------- one game, move by move

let wanted = null;
let shown = null;
let running = 0;

function slider() {
  return document.getElementById('at');
}

function address(at) {
  const asked = new URL(location.href);
  asked.searchParams.set('at', at);
  return asked;
}

// Only the latest moment asked for is fetched: the slider is faster than any table.
async function show(to) {
  const busy = wanted !== null;
  wanted = to;
  if (busy) return;
  while (wanted !== null && String(wanted) !== String(shown)) {
    const now = wanted;
    try {
      exchange(await fetched(now));
      shown = now;
      history.replaceState(null, '', now);
      const replay = document.getElementById('replay');
      replay.dataset.at = String(now.searchParams.get('at'));
    } catch {
      line.hidden = false;
      wanted = null;
      return;
    }
    await new Promise((done) => setTimeout(done, HURRY_MS));
  }
  wanted = null;
}

function go(at) {
  const rail = slider();
  rail.value = at;
  rail.setAttribute('aria-valuetext', rail.dataset.words.replace('{at}', rail.value));
  show(address(rail.value));
}

function halt() {
  clearInterval(running);
  running = 0;
  document.getElementById('run').setAttribute('aria-pressed', 'false');
}

function run() {
  if (running) {
    halt();
    return;
  }
  const rail = slider();
  if (rail.value === rail.max) go(0);
  document.getElementById('run').setAttribute('aria-pressed', 'true');
  running = setInterval(() => {
    if (slider().value === slider().max) halt();
    else go(Number(slider().value) + 1);
  }, STEP_MS);
}

document.addEventListener('input', (event) => {
  if (event.target.id === 'at') {
    if (running) halt();
    go(event.target.value);
  }
});

document.addEventListener('click', (event) => {
  if (event.target.closest('#run')) {
    run();
    return;
  }
  const link = event.target.closest('a[data-move]');
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  if (running) halt();
  const to = new URL(link.href);
  if (to.searchParams.has('at')) {
    slider().value = to.searchParams.get('at');
    show(to);
  }
});

listen();
