import { formatCountdown } from '../clock/clock';
import type { Account, CasualTerms, Contest, ContestEntrant, LadderChallenge } from '../contract/types';
import { sentences, t } from '../i18n';
import { language } from '../i18n/language';
import { formatEnd, formatMoment } from '../i18n/numbers';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** A length of time in the largest unit of which it is a whole number: `7 days`, `90 minutes`. */
export function lengthText(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms % each === 0) ?? ['minute', MINUTE_MS];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(ms / length);
}

/** A number with its sign: `+48`, `−3`, `0`. */
export const signedText = (number: number): string =>
  new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(number).replace('-', '−');

/** What a contest is called: by its kind where a moderator has ended it. */
export const titleOf = ({ title, kind }: Pick<Contest, 'title' | 'kind'>): string => title || t(`contests.kind.${kind}`);

/** How it stands with a contest in time: `begins in 4:30`, `ends in 12:10`, `since 3 Dec 2026`, `ended early 17:20`. */
export function whenText({ state, starts_at_ms: startsMs, ends_at_ms: endsMs }: Contest, nowMs: number): string {
  if (state === 'last_games') return t('contests.last_games');
  if (state === 'over' || state === 'called_off') {
    return t(state === 'over' ? 'contests.was_over' : 'contests.called_off', { moment: formatEnd(endsMs ?? startsMs, nowMs) });
  }
  if (state === 'coming') {
    const left = startsMs - nowMs;
    return left < DAY_MS
      ? t('contests.begins_in', { time: formatCountdown(left) })
      : t('contests.begins', { moment: formatMoment(startsMs) });
  }
  if (endsMs === null) return t('contests.since', { day: dayText(startsMs) });
  return t('contests.ends_in', { time: formatCountdown(endsMs - nowMs) });
}

// English dates are written day first, as in the rule texts.
const dayText = (ms: number): string => new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { dateStyle: 'medium' }).format(ms);

/** The rules of a contest in words. */
export function rulesText({ arena, ladder }: Pick<Contest, 'arena' | 'ladder'>): string {
  if (arena) {
    const { win, draw, loss, streak } = arena;
    return sentences([
      t('contests.rules.arena', { length: lengthText(arena.length_ms) }),
      t('contests.rules.points', { win, draw, loss }),
      streak === 0 ? '' : t('contests.rules.streak', { count: streak }),
    ]);
  }
  if (!ladder) return '';
  return sentences([
    t('contests.rules.reach', { count: ladder.reach }),
    t(`contests.rules.${ladder.taking}`),
    t('contests.rules.within', { time: lengthText(ladder.play_within_ms) }),
    ladder.rest_ms === 0 ? '' : t('contests.rules.rest', { time: lengthText(ladder.rest_ms) }),
  ]);
}

/** Whether one may still enter: it has neither come to its end nor been ended. */
export const goesOn = ({ state }: Pick<Contest, 'state'>): boolean => state === 'coming' || state === 'running';

/** Whether it is seen as running: last games are still being played. */
export const isOn = ({ state }: Pick<Contest, 'state'>): boolean => state === 'running' || state === 'last_games';

/** Who won an arena that is over, all that are level in front; nobody where no game counts. */
export const winnersOf = <Entrant extends Pick<ContestEntrant, 'place' | 'games'>>(
  { kind, state }: Pick<Contest, 'kind' | 'state'>,
  entrants: readonly Entrant[],
): Entrant[] =>
  kind === 'arena' && (state === 'over' || state === 'called_off') ? entrants.filter(({ place, games }) => place === 1 && games > 0) : [];

/** Takes part: has neither left nor was removed. */
export const isIn = (entrant: Pick<ContestEntrant, 'left' | 'removed'> | null): boolean =>
  entrant !== null && !entrant.left && !entrant.removed;

/** Whoever has won so often in a row plays games that count double. */
export const playsDouble = ({ arena }: Pick<Contest, 'arena'>, { streak }: Pick<ContestEntrant, 'streak'>): boolean =>
  arena !== null && arena.streak > 0 && streak >= arena.streak;

/** How whoever looks stands to a contest. */
export type Standing = 'nobody' | 'guest' | 'removed' | 'outside' | 'in';

export function standingOf(account: Pick<Account, 'login'> | null, own: ContestEntrant | null): Standing {
  if (!account) return 'nobody';
  if (!account.login) return 'guest';
  if (own?.removed) return 'removed';
  return isIn(own) ? 'in' : 'outside';
}

/** The challenge that an account is in; null where it is in none. */
export const challengeOf = (challenges: readonly LadderChallenge[], account: string | undefined): LadderChallenge | null =>
  challenges.find(({ challenger, challenged }) => [challenger.player.account_id, challenged.player.account_id].includes(account ?? '')) ??
  null;

/** Whom an account in it has to meet. */
export const otherOf = ({ challenger, challenged }: LadderChallenge, account: string | undefined): ContestEntrant =>
  challenger.player.account_id === account ? challenged : challenger;

/** Whether one may challenge the other by where they stand on a ladder. */
export function inReach({ ladder }: Pick<Contest, 'ladder'>, own: ContestEntrant | null, other: ContestEntrant): boolean {
  if (!ladder || !own || !isIn(own) || !isIn(other) || own.place === null || other.place === null) return false;
  const above = own.place - other.place;
  return above >= 1 && above <= ladder.reach;
}

/** What is played in a contest, and by which rules players meet. */
interface Played {
  contest: Contest;
  own: ContestEntrant | null;
  /** The own challenge on a ladder. */
  challenge: LadderChallenge | null;
}

/** Whether a game of the contest may be sought now. */
export function mayPlay({ contest, own, challenge }: Played, nowMs: number): boolean {
  if (contest.state !== 'running' || !isIn(own)) return false;
  return contest.kind === 'arena' || (challenge !== null && nowMs < challenge.due_ms);
}

/** A game of a contest as it is sought: its rules say the rest. */
export const soughtIn = ({ id, terms }: { id: string; terms: CasualTerms }) => ({
  terms,
  color: null,
  lowest: null,
  highest: null,
  contest: id,
});
