import type { Timetable, Tournament } from '../contract/types';
import { asWords, t, textOf } from '../i18n';
import { isStopped } from './ended';

/** Something that is planned: a round, or a game of a stage of the finals. */
export type Play = Timetable['sessions'][number]['plays'][number];

/** The announced start of a round that is not published; null where none is announced. */
export function plannedStart(tournament: Pick<Tournament, 'timetable'> | null, round: number): number | null {
  return plays(tournament?.timetable ?? null).find((play) => play.round === round)?.starts_at_ms ?? null;
}

/** The announced start of the finals that come next: of their games the first that is planned; null where none is. */
export function plannedFinals(tournament: Pick<Tournament, 'timetable' | 'next'> | null): number | null {
  const planned = plays(tournament?.timetable ?? null);
  for (const { stage, game } of tournament?.next?.due_games ?? []) {
    const start = planned.find((play) => play.stage === stage && play.game === game)?.starts_at_ms;
    if (start !== null && start !== undefined) return start;
  }
  return null;
}

/** In how many minutes a start is offered. */
export const NOTICES_MIN = [1, 2, 5, 10, 15, 30] as const;

/** The notice that a start is offered with at first: what the rules want before finals, else a little. */
export function noticeMinutes(tournament: Pick<Tournament, 'next'> | null): number {
  const wanted = tournament?.next?.kind === 'announce_finals' ? tournament.next.notice_ms / 60_000 : 2;
  return NOTICES_MIN.find((minutes) => minutes >= Math.max(2, wanted)) ?? 30;
}

const plays = (timetable: Timetable | null): Play[] => timetable?.sessions.flatMap((session) => session.plays) ?? [];

/** What is planned, in words: `Round 3`, `Finals, game 2`. */
export function playName(play: Pick<Play, 'round' | 'stage' | 'game'>): string {
  if (play.round !== null) return t('event.round_tab', { round: play.round });
  const stage = play.stage ?? '';
  return t('announcement.game', { stage: textOf(`stage.${stage}`) ?? asWords(stage), game: play.game ?? 1 });
}

/** What became of a round that is planned: nothing to say of one that is to come, or of a game of the finals. */
export function playState(
  { rounds, summary }: Pick<Tournament, 'rounds' | 'summary'>,
  play: Pick<Play, 'round'>,
  nowMs: number,
): 'played' | 'live' | 'published' | 'never' | null {
  if (play.round === null) return null;
  const published = rounds.find((round) => round.number === play.round);
  if (published?.finished) return 'played';
  if (isStopped({ summary })) return 'never';
  if (published) return nowMs < published.starts_at_ms ? 'published' : 'live';
  return rounds.length > 0 && play.round > summary.rounds ? 'never' : null;
}

/** A moment as the event’s own clocks show it, as a control for day and time holds it: `2026-07-18T09:30`. */
export const localText = (ms: number, offsetMinutes: number): string => new Date(ms + offsetMinutes * 60_000).toISOString().slice(0, 16);

/** The moment that such a text means; null where it means none. */
export function localMoment(text: string, offsetMinutes: number): number | null {
  const ms = new Date(`${text}Z`).getTime();
  return text.trim() === '' || !Number.isFinite(ms) ? null : ms - offsetMinutes * 60_000;
}

/** A distance from UTC as people write it: `UTC+02:00`. */
export function offsetText(minutes: number): string {
  const pad = (number: number): string => String(number).padStart(2, '0');
  const far = Math.abs(minutes);
  return `UTC${minutes < 0 ? '−' : '+'}${pad(Math.floor(far / 60))}:${pad(far % 60)}`;
}

/** How far the clocks here are from UTC at a moment, in minutes. */
export const offsetHere = (ms: number): number => -new Date(ms).getTimezoneOffset();

/** The day of a moment on the clocks here, `YYYY-MM-DD`. */
export const dayHere = (ms: number): string => localText(ms, offsetHere(ms)).slice(0, 10);

/** Every distance that clocks somewhere have: whole and half hours, and the few quarters. */
export const OFFSETS: readonly number[] = Array.from({ length: 53 }, (_, place) => place * 30 - 720)
  .concat(345, 525, 765)
  .toSorted((one, other) => one - other);

/** A timetable while somebody makes it: its moments as texts in the event’s own time. */
export interface Draft {
  offset: number;
  sessions: { day: number; plays: { round: number | null; stage: string | null; game: number | null; at: string }[] }[];
  breaks: { from: string; until: string }[];
}

export function draftOf(timetable: Timetable | null, isSet: boolean): Draft {
  const first = plays(timetable).find((play) => play.starts_at_ms !== null)?.starts_at_ms;
  // What the rules plan has no hours, so no time zone either: that of whoever plans it.
  const offset = isSet && timetable ? timetable.utc_offset_minutes : -new Date(first ?? Date.now()).getTimezoneOffset();
  return {
    offset,
    sessions: (timetable?.sessions ?? []).map(({ day, plays: planned }) => ({
      day,
      plays: planned.map(({ round, stage, game, starts_at_ms: start }) => ({
        round,
        stage,
        game,
        at: start === null ? '' : localText(start, offset),
      })),
    })),
    breaks: (timetable?.breaks ?? []).map(({ from_ms: from, until_ms: until }) => ({
      from: localText(from, offset),
      until: localText(until, offset),
    })),
  };
}

/** The timetable of a draft; null where a break has no beginning or no end yet. */
export function timetableOf(draft: Draft): Timetable | null {
  const breaks = draft.breaks.map(({ from, until }) => ({
    from_ms: localMoment(from, draft.offset),
    until_ms: localMoment(until, draft.offset),
  }));
  const whole = breaks.flatMap(({ from_ms: from, until_ms: until }) =>
    from === null || until === null ? [] : [{ from_ms: from, until_ms: until }],
  );
  if (whole.length < breaks.length) return null;
  return {
    utc_offset_minutes: draft.offset,
    sessions: draft.sessions.map(({ day, plays: planned }) => ({
      day,
      plays: planned.map(({ round, stage, game, at }) => ({ round, stage, game, starts_at_ms: localMoment(at, draft.offset) })),
    })),
    breaks: whole,
  };
}

/** The same draft with a session split before one of its plays. */
export function split(draft: Draft, session: number, play: number): Draft {
  const sessions = draft.sessions.flatMap((one, place) =>
    place === session
      ? [
          { ...one, plays: one.plays.slice(0, play) },
          { ...one, plays: one.plays.slice(play) },
        ]
      : [one],
  );
  return { ...draft, sessions };
}

/** The same draft with a session joined to the one before it, on that one’s day. */
export function joined(draft: Draft, session: number): Draft {
  const sessions = draft.sessions.flatMap((one, place) => {
    if (place === session) return [];
    const next = draft.sessions[place + 1];
    return place === session - 1 && next ? [{ ...one, plays: [...one.plays, ...next.plays] }] : [one];
  });
  return { ...draft, sessions };
}

/** The same draft with the starts of a session so many minutes apart, from its first on. */
export function paced(draft: Draft, session: number, minutes: number): Draft {
  const start = localMoment(draft.sessions[session]?.plays[0]?.at ?? '', 0);
  if (start === null) return draft;
  const sessions = draft.sessions.map((one, place) =>
    place === session
      ? { ...one, plays: one.plays.map((play, index) => ({ ...play, at: localText(start + index * minutes * 60_000, 0) })) }
      : one,
  );
  return { ...draft, sessions };
}

/** The same draft with one more round, in the last session of rounds. */
export function withRound(draft: Draft): Draft {
  const rounds = draft.sessions.flatMap((one) => one.plays.flatMap((play) => play.round ?? []));
  const added = { round: Math.max(0, ...rounds) + 1, stage: null, game: null, at: '' };
  const last = draft.sessions.findLastIndex((one) => one.plays.every((play) => play.round !== null));
  if (last === -1) return { ...draft, sessions: [{ day: 1, plays: [added] }, ...draft.sessions] };
  const sessions = draft.sessions.map((one, place) => (place === last ? { ...one, plays: [...one.plays, added] } : one));
  return { ...draft, sessions };
}

/** The same draft without its last round. */
export function withoutRound(draft: Draft): Draft {
  const rounds = draft.sessions.flatMap((one) => one.plays.flatMap((play) => play.round ?? []));
  const last = Math.max(0, ...rounds);
  const sessions = draft.sessions.map((one) => ({ ...one, plays: one.plays.filter((play) => play.round !== last) }));
  return { ...draft, sessions: sessions.filter((one) => one.plays.length > 0) };
}
