import { inTextField } from './keys';
import { preferences } from './preferences.svelte';

/** Does what a single key stands for; never in text fields, under a dialog or with another key held, never when switched off. */
export function singleKey(pressed: KeyboardEvent, acts: Readonly<Record<string, () => void>>): void {
  if (!preferences.keys || pressed.defaultPrevented || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
  if (inTextField(pressed.target) || document.querySelector('dialog[open]')) return;
  const act = acts[pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key];
  if (!act) return;
  pressed.preventDefault();
  act();
}
