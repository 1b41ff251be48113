// Says aloud what the table announces, where somebody turned the voice on, and writes what is said. One device of the
// house speaks at a time; each remembers for itself that it wants to, and of its pages one speaks.

import * as pages from './one_page.js';

const FRESH = 3000;
const URGENT_FRESH = 10000;
const MOST_WAITING = 4;
const STARTS_WITHIN = 300;
const KEY = 'companion-voice';
const NAME_KEY = 'companion-voice-name';
const CLAIM_HOLDS = 500;
const CAPTION_STAYS = 1500;
const CAPTION_PER_SIGN = 60;
const URGENCIES = ['news', 'question', 'fault'];

const strings = document.getElementById('strings').dataset;
const invitation = document.getElementById('wake-voice');
const caption = document.getElementById('said');
// Without the invitation nobody wants tablets to speak this evening.
const speech = 'speechSynthesis' in window;
const canSpeak = invitation !== null && (speech || 'recorded' in strings);

const name = ownName();
let on = canSpeak && remembered();
let failed = false;
let toldAgain = 0;
let taken = false; // another device of the house speaks
let quiet = strings.quietUntil || null;
let claiming = 0;
let claimedAt = -Infinity;
// Browsers stay silent until the page was tapped once.
let tapped = Boolean(navigator.userActivation && navigator.userActivation.hasBeenActive);
let waiting = [];
let saying = null;
let sound = null;
let round = 0; // what belongs to an earlier one was cut short
let hears = false; // this page follows the table

function remembered() {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false; // a browser that keeps nothing is asked anew each time
  }
}

function remember() {
  try {
    if (on) localStorage.setItem(KEY, 'on');
    else localStorage.removeItem(KEY);
  } catch {
    // As above.
  }
}

// The name by which this device is known as the one that speaks: drawn once.
function ownName() {
  const drawn = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  try {
    const kept = localStorage.getItem(NAME_KEY);
    if (kept) return kept;
    localStorage.setItem(NAME_KEY, drawn);
  } catch {
    // As above.
  }
  return drawn;
}

// ---------------------------------------------------------------- lateness

let least = Infinity;
let connectedAt = performance.now();

// A new line to the table: how long it takes is found anew. The clocks of table and tablet need not agree.
export function connected() {
  least = Infinity;
  connectedAt = performance.now();
  if (hears) return;
  hears = true;
  pages.join(() => on && tapped, turned);
}

// Another page of this browser speaks instead of this one, or this one instead of it.
function turned() {
  if (!pages.mine()) {
    waiting = [];
    hush();
  }
  show();
}

function late(state) {
  const now = performance.now();
  const lag = now - state.sent_ms;
  const first = least === Infinity;
  least = Math.min(least, lag);
  return first ? now - connectedAt > FRESH : lag - least > FRESH;
}

// ---------------------------------------------------------------- who speaks

// What the line to the table asks for: while this device speaks the machine's own speaker need not.
export function asked() {
  return on ? `voice=${name}` : '';
}

// Another device may have taken the voice over, the quiet hours may have begun.
export function told(house) {
  quiet = house.quiet_until;
  clearTimeout(toldAgain);
  const other = house.speaker !== null && house.speaker !== name;
  const holds = CLAIM_HOLDS - (performance.now() - claimedAt);
  if (on && other && holds >= 0) {
    toldAgain = setTimeout(told, holds + 1, house); // no older news, if it is still true then
  } else if (on && other && !claiming) {
    on = false;
    taken = true;
    waiting = [];
    remember();
    hush();
  } else if (on && house.speaker === null && !claiming) claim('free');
  if (!other) taken = false;
  if (quiet) hush();
  show();
}

// Whether all is written only now.
export function isQuiet() {
  return Boolean(quiet);
}

async function claim(wanted) {
  claiming += 1;
  const token = document.querySelector('meta[name=csrf-token]').content;
  const body = new URLSearchParams({ device: name, on: wanted });
  try {
    const answer = await fetch('/voice', { method: 'POST', body, headers: { 'X-CSRF-Token': token } });
    claimedAt = performance.now();
    if (answer.ok && wanted === 'free') {
      const house = await answer.json();
      if (house.speaker !== name) claimedAt = -Infinity;
    } else if (answer.status === 403 && on) {
      on = false; // a browser that only watches speaks for nobody
      failed = true;
      remember();
      hush();
      show();
    }
  } catch {
    // No line to the table: nothing is heard of it either, and the claim is made again with the next news.
  } finally {
    claiming -= 1;
  }
}

// ---------------------------------------------------------------- what is said, and when

// Takes a snapshot of the table: drops what is no longer so, and says what is new. A fault cuts short lesser news.
export function hear(state) {
  const tooLate = late(state);
  told(state.voice);
  waiting = waiting.map((one) => still(one, state)).filter(Boolean);
  if (saying && !still(saying, state)) hush();
  if (tooLate) return;
  if (state.aloud.length && !on && (state.voice.speaker || state.voice.machine || quiet)) write(state.aloud[0]);
  if (!on) return;
  if (quiet || pages.another()) {
    if (state.aloud.length) write(state.aloud[0]);
    return;
  }
  if (!tapped) return;
  const at = performance.now();
  waiting.push(...state.aloud.map((one) => ({ ...one, at, rank: URGENCIES.indexOf(one.urgency) })));
  waiting.sort((one, other) => other.rank - one.rank || one.at - other.at);
  while (waiting.length > MOST_WAITING) waiting.splice(waiting.findIndex((one) => one.rank === waiting.at(-1).rank), 1);
  if (saying && waiting.length && waiting[0].urgency === 'fault' && saying.urgency !== 'fault') hush();
  next();
}

function still(one, state) {
  if (!state.game || state.game.number !== one.game) return null;
  if (state.changes.length && one.seq < state.seq) return null;
  if (one.urgency === 'question' && (!state.question || state.question.id !== one.seq)) return null;
  return one.turn.length && one.seq < state.seq ? { ...one, turn: [] } : one;
}

function isFresh(one) {
  return performance.now() - one.at <= (one.urgency === 'news' ? FRESH : URGENT_FRESH);
}

function next() {
  if (saying) return;
  waiting = waiting.filter(isFresh);
  const one = waiting.shift();
  if (!one) return;
  saying = one;
  const lines = [...one.lines, ...one.turn];
  write(one);
  // Some engines never tell that they have ended: a sentence is then given the time that reading it takes.
  const given = setTimeout(ended, 2000 + 120 * lines.join(' ').length, one);
  const over = () => {
    clearTimeout(given);
    ended(one);
  };
  speak(lines, one.sounds || {}, over, () => !isFresh(one));
}

function ended(one) {
  if (saying !== one) return;
  saying = null;
  next();
}

function hush() {
  saying = null;
  round += 1;
  if (sound) sound.pause();
  if (speech) speechSynthesis.cancel();
}

// ---------------------------------------------------------------- the sentences one after the other

// Says lines, those that lie recorded from their files; ``late`` tells that it is too late to begin.
function speak(lines, sounds, done, late = () => false) {
  round += 1;
  const mine = round;
  const files = { ...sounds };
  const from = (place) => {
    if (mine !== round) return;
    if (place === lines.length) {
      done();
      return;
    }
    const address = files[lines[place]];
    if (address) {
      play(address, () => from(place + 1), () => {
        delete files[lines[place]];
        from(place);
      });
      return;
    }
    let end = place;
    while (end < lines.length && !files[lines[end]]) end += 1;
    const begun = () => {
      if (mine !== round || place > 0 || !late()) return;
      hush(); // the engine took too long to begin
      done();
    };
    if (speech) utter(lines.slice(place, end), () => from(end), begun);
    else from(end);
  };
  from(0);
}

// Plays a file; what cannot be played is said by the browser.
function play(address, done, instead) {
  if (!sound) sound = new Audio();
  let answered = false;
  const once = (what) => () => {
    if (answered) return;
    answered = true;
    what();
  };
  sound.onended = once(done);
  sound.onerror = once(instead);
  sound.src = address;
  const playing = sound.play();
  if (playing) {
    playing.catch((error) => {
      if (error.name === 'AbortError') return; // it was cut short
      if (error.name === 'NotAllowedError') {
        tapped = false;
        show();
        once(done)();
      } else once(instead)();
    });
  }
}

function utter(lines, done, begun) {
  const language = strings.lang;
  const voices = speechSynthesis.getVoices();
  const mine = round;
  let started = false;
  lines.forEach((words, place) => {
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = strings.speech;
    utterance.voice = voices.find((one) => one.lang.toLowerCase().startsWith(language)) || null;
    utterance.addEventListener('start', () => {
      if (!started) begun();
      started = true;
    });
    utterance.addEventListener('error', (event) => {
      if (event.error !== 'not-allowed') return;
      tapped = false;
      show();
    });
    if (place === lines.length - 1) {
      for (const over of ['end', 'error']) utterance.addEventListener(over, done);
    }
    speechSynthesis.speak(utterance);
  });
  setTimeout(() => {
    if (mine !== round || !on || !tapped || started || speechSynthesis.speaking || speechSynthesis.pending) return;
    on = false;
    failed = true;
    remember();
    claim('no');
    show();
  }, STARTS_WITHIN);
}

// ---------------------------------------------------------------- what is said is written

let wiping = 0;

function write(one) {
  if (!caption) return;
  const text = [...one.lines, ...one.turn].join(' ');
  caption.textContent = text;
  caption.hidden = false;
  clearTimeout(wiping);
  wiping = setTimeout(() => {
    caption.hidden = true;
  }, CAPTION_STAYS + CAPTION_PER_SIGN * text.length);
}

// ---------------------------------------------------------------- the switch

export function toggle() {
  const silenced = on && !tapped; // it was wanted already, and waited for this tap
  on = (!on || silenced) && canSpeak;
  failed = !canSpeak;
  taken = false;
  tapped = true;
  remember();
  waiting = [];
  if (hears) pages.touched();
  if (canSpeak) claim(on ? 'yes' : 'no');
  if (on && !quiet) speak([strings.voiceOn], recordedOn(), () => {});
  else hush();
  show();
}

function recordedOn() {
  return strings.recorded ? { [strings.voiceOn]: strings.recorded } : {};
}

export function show() {
  const resting = on && quiet ? strings.voiceQuiet.replace('%', quiet) : strings.voiceOn;
  const text = on ? resting : failed ? strings.voiceFailed : taken ? strings.voiceTaken : strings.voiceOff;
  for (const button of document.querySelectorAll('[data-voice]')) {
    button.setAttribute('aria-pressed', String(on));
    const words = button.querySelector('[data-voice-text]');
    if (words) words.textContent = text;
    else button.setAttribute('aria-label', text);
  }
  if (invitation) invitation.hidden = !on || tapped || quiet !== null || pages.another();
}

// The first tap anywhere is the leave that a browser asks for; only the invitation answers it aloud.
function wake(event) {
  if (hears && on && tapped) pages.touched();
  if (!on || tapped || (event.type === 'keydown' && event.key === 'Escape')) return;
  if (event.target instanceof Element && event.target.closest('[data-voice]')) return; // the switch answers for itself
  tapped = true;
  if (hears) pages.touched();
  show();
  const invited = invitation.contains(event.target);
  if (invited) {
    speak([strings.voiceOn], recordedOn(), () => {});
    return;
  }
  if (!speech) return;
  const leave = new SpeechSynthesisUtterance(' ');
  leave.lang = strings.speech;
  leave.volume = 0;
  speechSynthesis.speak(leave);
}

addEventListener('click', wake, true);
addEventListener('keydown', wake, true);
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  on = canSpeak && remembered();
  if (!on) hush();
  if (hears) pages.touched();
  show();
});

show();
