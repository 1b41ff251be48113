// Says aloud what the table announces, where somebody turned the voice on. Each device remembers that for itself.

const FRESH = 3000;
const URGENT_FRESH = 10000;
const MOST_WAITING = 4;
const STARTS_WITHIN = 300;
const KEY = 'companion-voice';
const URGENCIES = ['news', 'question', 'fault'];

const strings = document.getElementById('strings').dataset;
const invitation = document.getElementById('wake-voice');
// Without the invitation nobody wants tablets to speak this evening.
const canSpeak = invitation !== null && 'speechSynthesis' in window;

let on = canSpeak && remembered();
let failed = false;
// Browsers stay silent until the page was tapped once.
let tapped = Boolean(navigator.userActivation && navigator.userActivation.hasBeenActive);
let waiting = [];
let saying = null;

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

// ---------------------------------------------------------------- what is said, and when

// Takes a snapshot of the table: drops what is no longer so, and says what is new. A fault cuts short lesser news.
export function hear(state) {
  if (!on) return;
  waiting = waiting.map((one) => still(one, state)).filter(Boolean);
  if (saying && !still(saying, state)) hush();
  if (!tapped) return;
  const at = Date.now();
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

function next() {
  if (saying) return;
  const now = Date.now();
  const fresh = (one) => now - one.at <= (one.urgency === 'news' ? FRESH : URGENT_FRESH);
  waiting = waiting.filter(fresh);
  const one = waiting.shift();
  if (!one) return;
  saying = one;
  const lines = [...one.lines, ...one.turn];
  // Some engines never tell that they have ended: a sentence is then given the time that reading it takes.
  const given = setTimeout(ended, 2000 + 120 * lines.join(' ').length, one);
  speak(lines, () => {
    clearTimeout(given);
    ended(one);
  });
}

function ended(one) {
  if (saying !== one) return;
  saying = null;
  next();
}

function hush() {
  saying = null;
  if (canSpeak) speechSynthesis.cancel();
}

function speak(lines, done) {
  const language = strings.lang;
  const voices = speechSynthesis.getVoices();
  let started = false;
  lines.forEach((words, place) => {
    const utterance = new SpeechSynthesisUtterance(words);
    utterance.lang = language === 'fr' ? 'fr-FR' : 'en-GB';
    utterance.voice = voices.find((one) => one.lang.toLowerCase().startsWith(language)) || null;
    utterance.addEventListener('start', () => {
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
    if (!on || !tapped || started || speechSynthesis.speaking || speechSynthesis.pending) return;
    on = false;
    failed = true;
    remember();
    show();
  }, STARTS_WITHIN);
}

// ---------------------------------------------------------------- the switch

export function toggle() {
  const silenced = on && !tapped; // it was wanted already, and waited for this tap
  on = (!on || silenced) && canSpeak;
  failed = !canSpeak;
  tapped = true;
  remember();
  waiting = [];
  if (on) speak([strings.voiceOn], () => {});
  else hush();
  show();
}

export function show() {
  const text = on ? strings.voiceOn : failed ? strings.voiceFailed : strings.voiceOff;
  for (const button of document.querySelectorAll('[data-voice]')) {
    button.setAttribute('aria-pressed', String(on));
    const words = button.querySelector('[data-voice-text]');
    if (words) words.textContent = text;
    else button.setAttribute('aria-label', text);
  }
  if (invitation) invitation.hidden = !on || tapped;
}

// The first tap anywhere is the leave that a browser asks for; only the invitation answers it aloud.
function wake(event) {
  if (!on || tapped || (event.type === 'keydown' && event.key === 'Escape')) return;
  if (event.target instanceof Element && event.target.closest('[data-voice]')) return; // the switch answers for itself
  tapped = true;
  show();
  const invited = invitation.contains(event.target);
  const leave = new SpeechSynthesisUtterance(invited ? strings.voiceOn : ' ');
  leave.lang = strings.lang === 'fr' ? 'fr-FR' : 'en-GB';
  if (!invited) leave.volume = 0;
  speechSynthesis.speak(leave);
}

addEventListener('click', wake, true);
addEventListener('keydown', wake, true);
addEventListener('storage', (event) => {
  if (event.key !== KEY) return;
  on = canSpeak && remembered();
  if (!on) hush();
  show();
});

show();
