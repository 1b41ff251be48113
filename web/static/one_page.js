// Of all pages of one browser a single one speaks: the one that is looked at, among several the one touched last; when
// it closes another goes on. They agree over localStorage, because browsers lend their locks (navigator.locks) to
// secure pages only, and the table is served over plain HTTP.

const KEY = 'companion-voice-page';
const BEAT = 1000;
const DEAD_AFTER = 3500; // so long without a beat: that page crashed, or its browser put it to sleep

const page = String(Math.random());
let wants = () => false;
let changed = () => {};
let was = false;
let touchedAt = 0;
let left = false; // browsers tell that a page is hidden after they have told that it is left

function holder() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return kept && Math.abs(Date.now() - kept.at) < DEAD_AFTER ? kept : null;
  } catch {
    return null; // a browser that keeps nothing does not know of other pages
  }
}

function hold() {
  try {
    localStorage.setItem(KEY, JSON.stringify({ page, seen: !document.hidden, at: Date.now(), touchedAt }));
  } catch {
    // As above.
  }
}

function release() {
  const now = holder();
  if (now && now.page === page) localStorage.removeItem(KEY);
}

// Whether this page is the one though another holds on: that one has not heard yet that this one was touched after it,
// or it is hidden and would be cut short as soon as this one hears of that.
function overrules(now) {
  return wants() && !document.hidden && (touchedAt > now.touchedAt || !now.seen);
}

// ``touched``: somebody turned to this page just now.
function contend(touched = false) {
  if (left) return;
  if (touched) touchedAt = Date.now();
  const now = holder();
  if (!wants()) release();
  else if (!now || now.page === page || (!document.hidden && touched) || overrules(now)) hold();
  const is = mine();
  if (is !== was) {
    was = is;
    changed();
  }
}

// Whether this page is the one that speaks.
export function mine() {
  const now = holder();
  return wants() && (!now || now.page === page || overrules(now));
}

// Whether another page of this browser is the one.
export function another() {
  const now = holder();
  return now !== null && now.page !== page && !overrules(now);
}

// This page wants to be the one while ``willing()``; ``news()`` when it has become it or is it no more.
export function join(willing, news) {
  wants = willing;
  changed = news;
  setInterval(contend, BEAT);
  addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) contend();
  });
  addEventListener('focus', () => contend(true));
  addEventListener('pageshow', () => {
    left = false;
    contend(true);
  });
  addEventListener('pagehide', () => {
    left = true;
    release();
  });
  document.addEventListener('visibilitychange', () => contend(true));
  contend(true);
}

// Somebody touched this page, or it became willing or unwilling.
export function touched() {
  contend(true);
}
