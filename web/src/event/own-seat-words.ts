import type { Tournament } from '../contract/types';
import { type PlainKey, say, sentences, t } from '../i18n';
import { formatHalves, formatMoment, formatScore, formatTime } from '../i18n/numbers';
import { fullName } from '../i18n/names';
import { earlyEndText } from './ended';
import { entryRules } from './entry-rules';
import type { LiveEvent } from './event.svelte';
import { resultNote } from './kinds';
import { matchTitle } from './match';
import { nextRound, type SeatState } from './own-seat';
import type { NotPaired } from './presence';
import { plannedStart } from './timetable';

/** What is so, and what follows. */
export interface Said {
  fact: string;
  then: string;
}

type Of<Is extends SeatState['is']> = Extract<SeatState, { is: Is }>;
/** What is said by other means: the table to go to, and the choice. */
type Told = Exclude<SeatState, { is: 'game' } | { is: 'choice' }>;

const SAT_OUT: Partial<Record<NotPaired, PlainKey>> = {
  absent: 'seat.sits_out.absent',
  not_checked_in: 'seat.sits_out.not_checked_in',
  late: 'seat.sits_out.late',
};

/** The state of a seat whose player has nothing to play or to choose now, in one line, and what follows from it. */
export function seatWords(state: Told, event: LiveEvent, tournament: Tournament, entrant: string): Said {
  switch (state.is) {
    case 'confirmed':
      return { fact: t('seat.over'), then: rankText(event, entrant) };
    case 'stopped':
      return stoppedWords(tournament);
    case 'withdrawn':
      return { fact: t('seat.withdrawn'), then: t('seat.withdrawn.text') };
    case 'played':
      return { fact: t('seat.over'), then: t('seat.played') };
    case 'announced':
      return announcedWords(state, event, tournament, entrant);
    case 'bye':
      return { fact: t('seat.bye', { round: state.round }), then: byeText(tournament, state.round + 1) };
    case 'sits_out':
      return { fact: t('seat.sits_out', { round: state.round }), then: sitsOutText(state.why) };
    case 'game_over':
      return gameOverWords(state, tournament, entrant);
    case 'check_in':
      return { fact: t('seat.check_in', { round: state.round }), then: t('seat.check_in.text') };
    case 'not_checked_in':
      return { fact: t('seat.not_checked_in', { round: state.round }), then: t('seat.not_checked_in.text') };
    case 'checked_in':
      return { fact: t('seat.checked_in', { round: state.round }), then: waitText(tournament) };
    case 'absent':
      return { fact: t('seat.absent', { round: state.round }), then: t('seat.absent.text') };
    case 'late':
      return { fact: t('seat.late', { round: event.entrant(entrant)?.from_round ?? state.round }), then: t('seat.wait.text') };
    case 'held_back':
      return { fact: t('seat.held_back', { round: state.round }), then: t('seat.held_back.text') };
    case 'in_finals':
      return {
        fact: t('seat.in_finals', { title: matchTitle(state.match.match_id) }),
        then: t('seat.in_finals.text', { opponent: opponentIn(event, state.match, entrant) }),
      };
    case 'out_of_finals':
      return { fact: t('seat.out_of_finals'), then: rankText(event, entrant) };
    case 'entered':
      return { fact: t('seat.before'), then: waitText(tournament) };
    case 'waits':
      return { fact: t('seat.wait', { round: state.round }), then: waitText(tournament) };
  }
}

interface Pair {
  better_entrant_id: string;
  worse_entrant_id: string;
}

/** Who plays an entrant in a match. */
export function opponentIn(event: LiveEvent, pair: Pair, entrant: string): string {
  const other = event.entrant(pair.better_entrant_id === entrant ? pair.worse_entrant_id : pair.better_entrant_id);
  return other ? fullName(other) : '…';
}

function sitsOutText(why: NotPaired | null): string {
  const reason = why && SAT_OUT[why];
  return sentences([reason ? say(reason) : '', t('seat.finished.text')]);
}

function stoppedWords(tournament: Tournament): Said {
  const end = tournament.early_ends.at(-1);
  if (!end) return { fact: t('seat.over'), then: '' };
  const { fact, consequence } = earlyEndText(end);
  return { fact, then: sentences([consequence, t('quoted', { words: end.reason })]) };
}

function announcedWords({ game }: Of<'announced'>, event: LiveEvent, tournament: Tournament, entrant: string): Said {
  const title = t('match.game', { title: matchTitle(game.match_id), game: game.game });
  const opponent = opponentIn(event, game, entrant);
  return {
    fact: t('seat.announced', { title }),
    then: t('seat.announced.text', { opponent, time: formatTime(tournament.announced?.starts_at_ms ?? 0) }),
  };
}

function byeText(tournament: Tournament, next: number): string {
  const points = entryRules(tournament).scoring.bye_half_points;
  return points === 2 ? t('seat.bye.text', { next }) : t('seat.bye.points', { points: formatHalves(points), next });
}

function gameOverWords({ round, board }: Of<'game_over'>, { summary }: Tournament, entrant: string): Said {
  const { result } = board;
  const then = t(summary.phase === 'played' ? 'seat.played' : 'seat.finished.text');
  if (!result) return { fact: t('seat.wait', { round: round + 1 }), then };
  const isBlack = board.black_entrant_id === entrant;
  const score = isBlack ? formatScore(result.black_discs, result.white_discs) : formatScore(result.white_discs, result.black_discs);
  const note = resultNote(result);
  return { fact: note ? t('seat.finished.how', { round, score, note }) : t('seat.finished', { round, score }), then };
}

function waitText(tournament: Tournament): string {
  const round = nextRound(tournament);
  const planned = plannedStart(tournament, round);
  return sentences([planned ? t('pairings.planned', { round, moment: formatMoment(planned) }) : '', t('seat.wait.text')]);
}

function rankText(event: LiveEvent, entrant: string): string {
  const row = event.standings?.rows.find((one) => one.entrant_id === entrant);
  return row ? t('seat.rank', { count: row.half_points / 2, rank: row.rank, points: formatHalves(row.half_points) }) : '';
}
