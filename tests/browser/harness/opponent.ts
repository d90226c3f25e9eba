import type { Ply } from './othello';
import type { Schemas } from './rest';
import type { Person } from './scenes';
import { until } from './until';

/** Somebody who plays a game by their program: the other side of who plays it on the pages. */
export class Opponent {
  constructor(
    readonly person: Person,
    readonly game: string,
  ) {}

  look(): Promise<Schemas['Table']> {
    return this.person.rest.call('get_table', { game_id: this.game });
  }

  /** Makes one ply, once the server has its position. */
  async make({ board, color, square }: Ply): Promise<void> {
    const { rest } = this.person;
    const { ply } = await until(`${this.person.name} has the position before ${square ?? 'a pass'}`, async () => {
      const table = await this.look();
      return table.phase === 'live' && table.board === board && table.to_move === color ? table : null;
    });
    if (square) await rest.call('move', { game_id: this.game, body: { ply, square } });
    else await rest.call('pass', { game_id: this.game, body: { ply } });
  }

  /** Signs the transcript that the server has. */
  async sign(): Promise<void> {
    const { confirmation } = await until('there is something to sign', async () => {
      const table = await this.look();
      return table.confirmation ? table : null;
    });
    if (confirmation) await this.person.rest.call('confirm_transcript', { game_id: this.game, body: { digest: confirmation.digest } });
  }
}
