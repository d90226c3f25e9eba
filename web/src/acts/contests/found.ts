import type { CasualVariant, Contest } from '../../contract/types';
import { CASUAL_VARIANTS } from '../../event/casual';
import { say, t, type PlainKey } from '../../i18n';
import { actOn } from '../kit/act';
import { askedIf, optional, startingWith, taken, type Field, type Known } from '../kit/field';
import { choice, count, moment, oneOf, text, tick } from '../kit/fields';

/** Nothing is there yet. */
type OnNothing = object;
type Kind = Contest['kind'];
type Taking = NonNullable<Contest['ladder']>['taking'];

const LONGEST_TITLE = 80;
const MINUTE_MS = 60_000;
const HALF_MINUTE_MS = 30_000;
const DAY_MS = 86_400_000;
const LONGEST_MAIN_MS = 60 * MINUTE_MS;

const isArena = ({ kind }: Known): boolean => kind === 'arena';
const isLadder = ({ kind }: Known): boolean => kind === 'ladder';

/** A whole number with what stands there at first. */
function number(label: PlainKey, [least, most]: readonly [number, number], first: number, hint?: PlainKey): Field<number, OnNothing> {
  return startingWith(() => String(first), count<OnNothing>({ label, least, most, ...(hint && { hint }) }));
}

/** Minutes of a player's clock, with halves, told as ms. */
function clock(first: string): Field<number, OnNothing> {
  const field = text<OnNothing>({ label: 'play.minutes', most: 4 });
  return {
    ...field,
    control: { kind: 'text', numeric: true, most: 4 },
    initial: () => first,
    read: (raw, subject, known) => {
      const read = field.read(raw, subject, known);
      if (!read.ok) return read;
      const ms = Number(read.value.replace(',', '.')) * MINUTE_MS;
      const fits = ms % HALF_MINUTE_MS === 0 && ms > 0 && ms <= LONGEST_MAIN_MS;
      return fits ? taken(ms) : { ok: false, why: t('contests.bad.minutes', { most: LONGEST_MAIN_MS / MINUTE_MS }) };
    },
  };
}

const seconds = (first: number): Field<number, OnNothing> => number('play.increment', [0, 60], first);

export const foundContest = actOn<OnNothing>()('found_contest', {
  deed: null,
  place: { page: '/contests', at: 'Start an arena or a ladder' },
  title: () => say('contests.found'),
  fields: {
    kind: choice<Kind, OnNothing>({
      label: 'contests.kind',
      options: { arena: 'contests.kind.arena', ladder: 'contests.kind.ladder' },
    }),
    title: text<OnNothing>({ label: 'contests.name', most: LONGEST_TITLE }),
    variant: oneOf<OnNothing>({
      label: 'play.variant',
      options: () => CASUAL_VARIANTS.map((value) => ({ value, text: t(`variant.name.${value}`) })),
      initial: () => CASUAL_VARIANTS[0],
    }),
    // Each kind begins with times of its own.
    arena_main_ms: askedIf(isArena, clock('3')),
    arena_increment: askedIf(isArena, seconds(2)),
    ladder_main_ms: askedIf(isLadder, clock('10')),
    ladder_increment: askedIf(isLadder, seconds(5)),
    length: askedIf(isArena, number('contests.length', [10, 720], 60)),
    streak: askedIf(isArena, number('contests.streak', [0, 10], 2, 'contests.streak.hint')),
    win: askedIf(isArena, number('contests.win', [1, 10], 2)),
    draw: askedIf(isArena, number('contests.draw', [0, 10], 1)),
    loss: askedIf(isArena, number('contests.loss', [0, 10], 0)),
    reach: askedIf(isLadder, number('contests.reach', [1, 20], 3, 'contests.reach.hint')),
    within: askedIf(isLadder, number('contests.within', [1, 30], 7)),
    rest: askedIf(isLadder, number('contests.rest', [0, 30], 3)),
    taking: askedIf(
      isLadder,
      choice<Taking, OnNothing>({
        label: 'contests.taking',
        options: { insert: 'contests.taking.insert', swap: 'contests.taking.swap' },
      }),
    ),
    starts: optional(moment<OnNothing>({ label: 'contests.starts', hint: 'contests.starts.hint' })),
    programs: tick<OnNothing>({ label: 'contests.programs.may' }),
  },
  name: ({ kind }) => say(kind === 'arena' ? 'contests.found.arena' : 'contests.found.ladder'),
  unfit: ({ kind, win = 0, draw = 0, loss = 0 }) => (kind === 'arena' && (draw > win || loss > draw) ? say('contests.bad.points') : null),
  path: () => ({}),
  body: ({ kind, title, variant, starts, programs, ...by }) => ({
    title,
    programs,
    ...(starts !== null && { starts_at_ms: starts }),
    ...(kind === 'arena'
      ? {
          terms: termsOf(variant, by.arena_main_ms, by.arena_increment),
          arena: {
            length_ms: (by.length ?? 0) * MINUTE_MS,
            win: by.win ?? 0,
            draw: by.draw ?? 0,
            loss: by.loss ?? 0,
            streak: by.streak ?? 0,
          },
        }
      : {
          terms: termsOf(variant, by.ladder_main_ms, by.ladder_increment),
          ladder: {
            reach: by.reach ?? 0,
            play_within_ms: (by.within ?? 0) * DAY_MS,
            rest_ms: (by.rest ?? 0) * DAY_MS,
            taking: by.taking ?? 'insert',
          },
        }),
  }),
  done: ({ title }) => t('contests.found.done', { title }),
});

const termsOf = (variant: string, mainMs = 0, incrementSeconds = 0) => ({
  variant: variant as CasualVariant,
  main_ms: mainMs,
  increment_ms: incrementSeconds * 1_000,
});
