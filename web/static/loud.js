// Loud moments, and the soft signs of the camera: each is shown and heard once, on the table's own tablet. Silent in
// the quiet hours.

import { isQuiet } from './voice.js';

const VOLUME = { soft: 0.12, loud: 0.4, off: 0 };
const NOTES = {
  // [semitones above A4, begins after s, lasts s]
  finish: [[3, 0, 0.16], [3, 0.18, 0.1], [3, 0.3, 0.1], [8, 0.42, 0.34], [3, 0.8, 0.14], [8, 0.96, 0.16], [12, 1.14, 0.7]],
  call: [[0, 0, 0.14], [-5, 0.16, 0.3]],
  understood: [[12, 0, 0.09]],
  question: [[3, 0, 0.12], [8, 0.15, 0.2]],
};
const SIGNAL_VOLUME = 0.05;
const KEY = 'companion-loud';

let sounding = null;

function last() {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null; // a browser that keeps nothing shows a moment again when its page is loaded again
  }
}

let shownLast = last();
let signalled; // the moment whose sign was heard; what stands there when the page is loaded is no news

// What is new on the page is loud; what was loud already is taken out.
export function loud() {
  for (const one of document.querySelectorAll('[data-once]')) {
    if (one.dataset.once === shownLast) {
      one.remove();
      continue;
    }
    shownLast = one.dataset.once;
    try {
      sessionStorage.setItem(KEY, shownLast);
    } catch {
      // As above.
    }
    if (one.dataset.sound) play(NOTES[one.dataset.sound], VOLUME[document.documentElement.dataset.sounds || 'soft']);
  }
  signal();
}

function signal() {
  const sign = document.querySelector('[data-signal]');
  const moment = sign ? sign.dataset.moment : null;
  if (sign && signalled !== undefined && moment !== signalled && document.documentElement.dataset.signals !== 'off') {
    dispatchEvent(new CustomEvent('signal', { detail: sign.dataset.signal }));
    play(NOTES[sign.dataset.signal], SIGNAL_VOLUME);
  }
  if (sign || signalled === undefined) signalled = moment;
}

// Browsers stay silent until the page was tapped once.
function play(notes, volume) {
  if (!volume || isQuiet() || !navigator.userActivation?.hasBeenActive || !('AudioContext' in window)) return;
  sounding = sounding || new AudioContext();
  sounding.resume();
  for (const [semitones, begins, lasts] of notes) {
    const [tone, loudness] = [sounding.createOscillator(), sounding.createGain()];
    const at = sounding.currentTime + 0.03 + begins;
    tone.type = 'triangle';
    tone.frequency.value = 440 * 2 ** (semitones / 12);
    loudness.gain.setValueAtTime(0, at);
    loudness.gain.linearRampToValueAtTime(volume, at + 0.02);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + lasts);
    tone.connect(loudness).connect(sounding.destination);
    tone.start(at);
    tone.stop(at + lasts + 0.02);
  }
}

// Whoever taps has seen it.
document.addEventListener('pointerdown', () => document.querySelector('.outcry')?.remove());
