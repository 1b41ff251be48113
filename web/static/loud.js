// Loud moments: each is shown and heard once, on the table's own tablet. Silent in the quiet hours.

import { isQuiet } from './voice.js';

const VOLUME = { soft: 0.12, loud: 0.4, off: 0 };
const NOTES = {
  // [semitones above A4, begins after s, lasts s]
  finish: [[3, 0, 0.16], [3, 0.18, 0.1], [3, 0.3, 0.1], [8, 0.42, 0.34], [3, 0.8, 0.14], [8, 0.96, 0.16], [12, 1.14, 0.7]],
  call: [[0, 0, 0.14], [-5, 0.16, 0.3]],
};
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
    if (one.dataset.sound) play(NOTES[one.dataset.sound]);
  }
}

// Browsers stay silent until the page was tapped once.
function play(notes) {
  const volume = VOLUME[document.documentElement.dataset.sounds || 'soft'];
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
