import type { AnnouncedGame, Board, Color, Round, Tournament } from '../contract/types';
import { isStopped } from './ended';
import { roundsToCome, sitsAt } from './own-seat';
import { playName, playState, type Play } from './timetable';

type Named = Pick<Play, 'round' | 'stage' | 'game'>;

/** What a player has in a part of the plan: `open` where the pairing, or who reaches it, is not known yet. */
export type Part = 'game' | 'bye' | 'none' | 'absent' | 'open';

/** A part of the plan that is played: a round, or a game of the finals. */
export interface Slot extends Named {
  kind: 'play';
  /** The same as long as the plan is. */
  key: string;
  name: string;
  /** `fixed`: the round is published or its start announced. */
  time: 'fixed' | 'planned' | 'open';
  startMs: number | null;
  /** When both clocks would have run out, from the start. */
  endMs: number | null;
  /** What it follows, where it has no time. */
  after: string | null;
  state: 'played' | 'live' | 'published' | 'to_come' | 'never';
  part: Part;
  board: Board | null;
  color: Color | null;
  opponent: string | null;
}

export interface Break {
  kind: 'break';
  key: string;
  startMs: number;
  endMs: number;
}

export type Item = Slot | Break;

/** Where nothing says how long a game lasts, in ms. */
const USUAL_MS = 60 * 60_000;

type Planned = Pick<
  Tournament,
  'rounds' | 'summary' | 'timetable' | 'announced' | 'main_time_ms' | 'early_ends' | 'annulled_rounds' | 'entrants'
>;

/** When the last start passed that has passed, in ms; between two starts no schedule changes by itself. */
export const lastStart = ({ rounds }: Pick<Planned, 'rounds'>, nowMs: number): number =>
  Math.max(0, ...rounds.map((round) => round.starts_at_ms).filter((startMs) => startMs <= nowMs));

/** The plan of an event as one entrant has it, in its order; null: as everybody has it. */
export function scheduleOf(tournament: Planned, entrant: string | null, nowMs: number): Item[] {
  const slots: Slot[] = [];
  for (const play of inOrder(tournament)) {
    const slot = slotOf(tournament, play, entrant, nowMs);
    slots.push({ ...slot, after: slot.startMs === null && slot.state === 'to_come' ? (slots.at(-1)?.name ?? null) : null });
  }
  return withBreaks(slots, tournament);
}

/** What is planned, then what is not in the plan: rounds by their numbers before finals. */
function inOrder(tournament: Planned): Play[] {
  const plays = tournament.timetable?.sessions.flatMap((session) => session.plays) ?? [];
  const known = new Set(plays.map((play) => play.round));
  const published = tournament.rounds.filter((round) => !plays.some((play) => isOf(round, play))).map((round) => round.number);
  const coming = isStopped(tournament) ? [] : roundsToCome(tournament).filter((round) => !known.has(round));
  const more = [...new Set([...published, ...coming])].sort((one, other) => one - other);
  const rounds = more.map((round) => ({ round, stage: null, game: null, starts_at_ms: null }));
  const finals = plays.findIndex((play) => play.round === null);
  const qualification = rounds.filter(({ round }) => finals === -1 || round <= tournament.summary.rounds);
  const later = rounds.filter((one) => !qualification.includes(one));
  const at = finals === -1 ? plays.length : finals;
  return [...plays.slice(0, at), ...qualification, ...plays.slice(at), ...later];
}

const isOf = (round: Round, play: Named): boolean =>
  play.round === null ? round.stage === play.stage && round.boards.some((board) => board.game === play.game) : round.number === play.round;

function slotOf(tournament: Planned, play: Play, entrant: string | null, nowMs: number): Slot {
  const round = tournament.rounds.find((one) => isOf(one, play)) ?? null;
  const announced = round === null ? announcedFor(tournament, play) : null;
  const startMs = round?.starts_at_ms ?? announced?.startMs ?? play.starts_at_ms;
  const board = entrant === null ? null : (round?.boards.find((one) => sitsAt(one, entrant)) ?? null);
  const known = round === null ? playState(tournament, play, nowMs) : stateOf(round, nowMs);
  const state = known ?? (isStopped(tournament) ? 'never' : 'to_come');
  const color = board === null ? null : board.black_entrant_id === entrant ? 'black' : 'white';
  const game = announced?.games.find((one) => entrant !== null && [one.better_entrant_id, one.worse_entrant_id].includes(entrant)) ?? null;
  const lastsMs = 2 * (board?.main_time_ms ?? tournament.main_time_ms) || USUAL_MS;
  return {
    kind: 'play',
    key: play.round === null ? `${play.stage}-${play.game}` : `${play.round}`,
    round: play.round ?? round?.number ?? null,
    stage: play.stage,
    game: play.game,
    name: playName(play),
    time: round !== null || announced !== null ? 'fixed' : startMs === null ? 'open' : 'planned',
    startMs,
    endMs: startMs === null ? null : startMs + lastsMs,
    after: null,
    state,
    part: entrant === null ? 'open' : partOf(tournament, entrant, { play, round, board, game, announced }),
    board,
    color,
    opponent: board ? (color === 'black' ? board.white_entrant_id : board.black_entrant_id) : opponentIn(game, entrant),
  };
}

function stateOf(round: Round, nowMs: number): Slot['state'] {
  if (round.finished) return 'played';
  return nowMs < round.starts_at_ms ? 'published' : 'live';
}

interface AnnouncedNow {
  startMs: number;
  games: readonly AnnouncedGame[];
}

/** What is announced of a game of the finals that is not published: the one that comes next. */
function announcedFor({ announced, rounds, timetable }: Planned, play: Named): AnnouncedNow | null {
  if (!announced || play.round !== null)
    return play.round === announced?.round && announced ? { startMs: announced.starts_at_ms, games: announced.games } : null;
  const finals = timetable?.sessions.flatMap((session) => session.plays).filter((one) => one.round === null) ?? [];
  const next = finals.find((one) => !rounds.some((round) => isOf(round, one)));
  return next?.stage === play.stage && next?.game === play.game ? { startMs: announced.starts_at_ms, games: announced.games } : null;
}

const opponentIn = (game: AnnouncedGame | null, entrant: string | null): string | null =>
  game && (game.better_entrant_id === entrant ? game.worse_entrant_id : game.better_entrant_id);

interface Found {
  play: Named;
  round: Round | null;
  board: Board | null;
  game: AnnouncedGame | null;
  announced: AnnouncedNow | null;
}

function partOf({ entrants }: Planned, id: string, { play, round, board, game, announced }: Found): Part {
  if (board !== null || game !== null) return 'game';
  if (round?.bye_entrant_ids.includes(id)) return 'bye';
  if (round !== null || announced !== null) return 'none';
  const entrant = entrants.find((one) => one.id === id);
  if (!entrant || entrant.withdrawn_from_round > 0) return 'none';
  if (play.round === null) return 'open';
  return entrant.absent_rounds.includes(play.round) || play.round < entrant.from_round ? 'absent' : 'open';
}

/** Breaks stand before the first part of the plan that starts after them; those that are over before anything stay out. */
function withBreaks(slots: Slot[], { timetable }: Planned): Item[] {
  const items: Item[] = [...slots];
  for (const { from_ms: startMs, until_ms: endMs } of timetable?.breaks ?? []) {
    const after = items.findIndex((one) => one.startMs !== null && one.startMs >= endMs);
    const before = items.findLastIndex((one) => one.startMs !== null && one.startMs <= startMs);
    items.splice(after === -1 ? before + 1 : after, 0, { kind: 'break', key: `break-${startMs}`, startMs, endMs });
  }
  return items;
}

/** Whether somebody has, or may have, something to play there that is still to come or goes on. */
export const isAhead = (slot: Slot): boolean =>
  ['live', 'published', 'to_come'].includes(slot.state) && ['game', 'open'].includes(slot.part) && !slot.board?.result;

/** Whether it was, or may have been, to be played by somebody who has nothing to play there now. */
export const isCalledOff = (slot: Slot): boolean =>
  slot.state === 'never' || (['published', 'to_come'].includes(slot.state) && ['bye', 'none', 'absent'].includes(slot.part));

/** A part of the plan of one of several events. */
export interface OfEvent {
  event: string;
  slot: Slot;
}

export interface Overlap {
  one: OfEvent;
  other: OfEvent;
  /** While both would run. */
  fromMs: number;
  untilMs: number;
}

/** What of several events is to be played at once, first to last; not what is played at once already. */
export function overlaps(parts: readonly OfEvent[]): Overlap[] {
  const timed = parts
    .filter(({ slot }) => isAhead(slot) && slot.startMs !== null)
    .toSorted((one, other) => (one.slot.startMs ?? 0) - (other.slot.startMs ?? 0));
  const found: Overlap[] = [];
  for (const [place, one] of timed.entries()) {
    for (const other of timed.slice(place + 1)) {
      const [fromMs, untilMs] = [other.slot.startMs ?? 0, Math.min(one.slot.endMs ?? 0, other.slot.endMs ?? 0)];
      const run = one.slot.state === 'live' && other.slot.state === 'live';
      if (one.event !== other.event && !run && fromMs < untilMs) found.push({ one, other, fromMs, untilMs });
    }
  }
  return found;
}
