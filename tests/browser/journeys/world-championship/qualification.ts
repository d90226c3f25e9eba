/** The rounds of the qualification that nobody looks at, played by the director’s program. */
import type { Schemas } from '../../harness/rest';
import { found } from '../../harness/until';
import { blackDiscs } from './cast';
import { type Event, look } from './event';
import { QUALIFYING_ROUNDS, listOf } from './lists';

type Tournament = Schemas['Tournament'];

const SHEET = 'From the score sheet';

/** Enters the results that are missing in the last round: the stronger wins. */
export async function enterResults(event: Event): Promise<void> {
  const { entrants, rounds } = await look(event);
  const surname = (id: string): string => found(entrants.find((one) => one.id === id)).surname;
  const { number, boards } = found(rounds.at(-1));
  for (const { table, result, black_entrant_id: black, white_entrant_id: white } of boards) {
    if (result) continue;
    const body = { black_discs: blackDiscs(surname(black), surname(white)), kind: 'played', reason: SHEET };
    await event.rest.call('enter_result', { tournament_id: event.id, round: number, table, body });
  }
}

/** Plays up to the results of the last round, which is not finished; one more leaves on the way. */
export async function playOn(event: Event, leaving: { surname: string; after: number }): Promise<void> {
  const at = { tournament_id: event.id };
  for (;;) {
    const { next, summary, entrants } = await look(event);
    const kind = found(next).kind;
    if (kind === 'publish_round') {
      const left = entrants.find((one) => one.surname === leaving.surname);
      if (summary.round >= leaving.after && left?.withdrawn_from_round === 0) {
        await event.rest.call('withdraw_entrant', { ...at, entrant_id: left.id });
      }
      await event.rest.call('publish_round', { ...at, body: { accept_deviations: false } });
    } else if (kind === 'await_results') {
      await enterResults(event);
    } else if (kind === 'finish_round' && summary.round < QUALIFYING_ROUNDS) {
      await event.rest.call('finish_round', { ...at, round: summary.round });
    } else if (kind === 'finish_round') {
      return;
    } else {
      throw new Error(`the qualification does not go on: ${kind}`);
    }
  }
}

/**
 * Takes from the fourth what they are ahead of the fifth, so that the rules want a playoff: games against the weak are turned,
 * which move nobody else among the first.
 */
export async function levelTheFourth(event: Event): Promise<void> {
  const told = await look(event);
  const list = listOf(told);
  const [fourth, fifth] = [found(list[3]), found(list[4])];
  const weak = new Set(list.slice(12).map((line) => line.entrant));
  let ahead = fourth.halfPoints - fifth.halfPoints;
  for (const { round, board, isBlack, opponent } of gamesOf(told, fourth.entrant)) {
    const won = (isBlack ? board.result?.black_discs : board.result?.white_discs) ?? 0;
    if (ahead === 0 || won <= 32 || !weak.has(opponent)) continue;
    const discs = ahead === 1 ? 32 : 30;
    ahead -= Math.min(ahead, 2);
    const body = { black_discs: isBlack ? discs : 64 - discs, kind: 'played', reason: 'The sheet was read wrongly.' };
    await event.rest.call('enter_result', { tournament_id: event.id, round, table: board.table, body });
  }
  if (ahead !== 0) throw new Error('the fourth met too few of the weak');
}

function gamesOf({ rounds }: Tournament, entrant: string) {
  return rounds.flatMap(({ number: round, boards }) =>
    boards.flatMap((board) => {
      const { black_entrant_id: black, white_entrant_id: white } = board;
      if (black !== entrant && white !== entrant) return [];
      return [{ round, board, isBlack: black === entrant, opponent: black === entrant ? white : black }];
    }),
  );
}
