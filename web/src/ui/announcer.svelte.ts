import { untrack } from 'svelte';

type Tone = 'polite' | 'assertive';

/** What the screen reader is told. What is said at once is said together; then each text replaces the one before it. */
class Announcer {
  polite = $state('');
  assertive = $state('');
  readonly #together: Record<Tone, string[]> = { polite: [], assertive: [] };

  say(text: string): void {
    this.#tell('polite', text);
  }

  alarm(text: string): void {
    this.#tell('assertive', text);
  }

  /** Another page is shown: what was said on the last one is not read there, unless it has just been said. */
  leave(): void {
    for (const tone of ['polite', 'assertive'] as const) if (this.#together[tone].length === 0) this[tone] = '';
  }

  #tell(tone: Tone, text: string): void {
    const together = this.#together[tone];
    if (together.length === 0) setTimeout(() => together.splice(0));
    if (!together.includes(text)) together.push(text);
    const said = together.join(' ');
    // The same sentence twice must be read twice: a changing blank makes it new.
    this[tone] = untrack(() => this[tone]) === said && together.length === 1 ? `${said}\u00a0` : said;
  }
}

export const announcer = new Announcer();
