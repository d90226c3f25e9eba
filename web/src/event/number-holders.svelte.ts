import { call } from '../contract/call';
import { Problem, unreachable } from '../contract/problem';
import { t, things } from '../i18n';
import { playerName, type PlayerRecord } from './archive';

/** Nobody has it. */
const NOBODY = 'unknown_player';

/** Who has which federation number in the archive, as far as somebody looked. */
class NumberHolders {
  #known = $state.raw<Record<number, PlayerRecord | Problem>>({});

  /** Asks who has it, unless that is known. */
  async look(number: number): Promise<void> {
    if (this.isKnown(number) && !this.#failed(number)) return;
    let answer: PlayerRecord | Problem;
    try {
      answer = (await call('get_player_record', { path: { federation_number: number } })).record;
    } catch (error) {
      answer = error instanceof Problem ? error : unreachable();
    }
    this.#known = { ...this.#known, [number]: answer };
  }

  /** False until an answer came. */
  isKnown(number: number): boolean {
    return this.#known[number] !== undefined;
  }

  /** Who has it, in a sentence. */
  text(number: number): string {
    const known = this.#known[number];
    const named = { number: `${number}` };
    if (known === undefined) return t('players.reading', named);
    if (this.#failed(number)) return t('players.unread', named);
    if (known instanceof Problem) return t('players.nobody', named);
    return t('players.holder', {
      ...named,
      name: things([playerName(known.player), known.player.country]),
      count: known.won + known.drawn + known.lost,
    });
  }

  /** Numbers were changed. */
  forget(): void {
    this.#known = {};
  }

  #failed(number: number): boolean {
    const known = this.#known[number];
    return known instanceof Problem && known.code !== NOBODY;
  }
}

export const numberHolders = new NumberHolders();
