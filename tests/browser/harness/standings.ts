/** The standings of a Swiss reckoned a second time: what a page shows is held against these. */

export interface Played {
  black: string;
  white: string;
  /** Black's, of 64. */
  discs: number;
}

/** Points by halves, then the Brightwell quotient, then discs; equal points are an equal rank. Everybody plays every round. */
export class Table {
  readonly #names: ReadonlyMap<string, string>;
  readonly #games: Played[] = [];

  constructor(names: ReadonlyMap<string, string>) {
    this.#names = names;
  }

  played(game: Played): void {
    this.#games.push(game);
  }

  /** Each line as a page has it: rank, name, points, Brightwell quotient, discs. */
  rows(): string[][] {
    const own = [...this.#names].map(([id, name]) => ({ id, name, ...this.#of(id) }));
    const halves = new Map(own.map((one) => [one.id, one.halves]));
    const rounds = (2 * this.#games.length) / own.length;
    const constant = Math.round(64 / rounds);
    const reckoned = own.map((one) => ({
      ...one,
      quotient: one.discs + (constant * one.opponents.reduce((sum, id) => sum + (halves.get(id) ?? 0), 0)) / 2,
    }));
    reckoned.sort((one, other) => other.halves - one.halves || other.quotient - one.quotient || other.discs - one.discs);
    return reckoned.map(({ name, halves: points, quotient, discs }) => [
      `${1 + reckoned.filter((one) => one.halves > points).length}`,
      name,
      halved(points),
      quotient.toFixed(1),
      `${discs}`,
    ]);
  }

  #of(id: string): { halves: number; discs: number; opponents: string[] } {
    let [halves, discs] = [0, 0];
    const opponents: string[] = [];
    for (const { black, white, discs: blacks } of this.#games) {
      if (black !== id && white !== id) continue;
      const mine = black === id ? blacks : 64 - blacks;
      discs += mine;
      halves += mine > 32 ? 2 : mine === 32 ? 1 : 0;
      opponents.push(black === id ? white : black);
    }
    return { halves, discs, opponents };
  }
}

/** Halves as a page writes them: 1½. */
function halved(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return `${whole}`;
  return whole === 0 ? '½' : `${whole}½`;
}
