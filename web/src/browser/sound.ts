import { preferences } from './preferences.svelte';

let context: AudioContext | null = null;

function tone(hertz: number, afterS: number, lengthS: number): void {
  if (!context) return;
  const start = context.currentTime + afterS;
  const source = context.createOscillator();
  const volume = context.createGain();
  source.frequency.value = hertz;
  volume.gain.setValueAtTime(0.12, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + lengthS);
  source.connect(volume).connect(context.destination);
  source.start(start);
  source.stop(start + lengthS);
}

function play(tones: [hertz: number, afterS: number, lengthS: number][]): void {
  // Browsers let a page sound once somebody has done something on it, and complain before.
  if (!preferences.sound || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    void context.resume();
    for (const one of tones) tone(...one);
  } catch {
    // No sound here: everything is also said in words.
  }
}

/** A disc is put down. */
export const soundMove = (): void => play([[420, 0, 0.08]]);

/** So long after a summons another one is not sounded over it, in ms. */
const SUMMONS_MS = 1_000;
let summonedAt = -Infinity;

/** A round starts: you are called to the table; to several at once with one sound. */
export function soundSummons(): void {
  const now = performance.now();
  if (now - summonedAt < SUMMONS_MS) return;
  summonedAt = now;
  play([
    [660, 0, 0.25],
    [880, 0.22, 0.4],
  ]);
}
