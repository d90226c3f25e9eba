import { commitmentOf, isNonce, newNonce } from '../../browser/nonces';
import { bad, empty, taken, type Field } from '../kit/field';
import { say, t } from '../../i18n';
import { actOn } from '../kit/act';
import { text } from '../kit/fields';
import type { OnEvent } from '../kit/subjects';

/** A player's own number for the next draw. */
export interface OnNonce extends OnEvent {
  entrant: string;
  /** Which draw comes next, from 1. */
  draw: number;
  /** The number that this device keeps; null where it keeps none. */
  kept: string | null;
  /** What the server knows: bound to a number, and it is given. */
  bound: boolean;
  given: boolean;
}

const PLACE = { page: '/t/:tournament/seat', at: 'Your number in the draw' } as const;
/** 64 digits, with what else was copied around them. */
const MOST = 80;

const ofOwn = ({ event, entrant }: OnNonce): { tournament_id: string; entrant_id: string } => ({
  tournament_id: event.id,
  entrant_id: entrant,
});
const gone = ({ tournament, entrant }: OnNonce): string | null =>
  tournament.entrants.some((one) => one.id === entrant && one.withdrawn_from_round > 0) ? say('seat.withdrawn') : null;

export const commitNonce = actOn<OnNonce>()('commit_nonce', {
  deed: null,
  place: PLACE,
  title: ({ draw }) => t('nonce.commit', { draw }),
  fields: {},
  blocked: (subject) => gone(subject) ?? (subject.bound ? say('nonce.blocked.bound') : null),
  path: ofOwn,
  body: (_, { event, entrant, draw }) => ({ commitment: commitmentOf(newNonce({ tournament: event.id, entrant, draw })) }),
  done: () => say('nonce.commit.done'),
});

const open = (subject: OnNonce): string | null => gone(subject) ?? (subject.given ? say('nonce.blocked.given') : null);

function nonce(): Field<string, OnNonce> {
  const field = text<OnNonce>({ label: 'nonce.number', hint: 'nonce.number.hint', most: MOST });
  return {
    ...field,
    read: (raw) => {
      const typed = typeof raw === 'string' ? raw.trim() : '';
      if (typed === '') return empty;
      return isNonce(typed) ? taken(typed.toLowerCase()) : bad('nonce.bad');
    },
  };
}

export const giveNonce = {
  kept: actOn<OnNonce>()('give_nonce', {
    deed: null,
    place: PLACE,
    title: ({ draw }) => t('nonce.give', { draw }),
    fields: {},
    blocked: (subject) => {
      const barred = open(subject);
      if (barred !== null) return barred;
      if (!subject.bound) return say('nonce.blocked.unbound');
      return subject.kept === null ? say('nonce.blocked.elsewhere') : null;
    },
    path: ofOwn,
    body: (_, { kept }) => ({ nonce: kept ?? '' }),
    done: () => say('nonce.give.done'),
  }),
  typed: actOn<OnNonce>()('give_nonce', {
    deed: null,
    place: PLACE,
    title: () => say('nonce.give.typed'),
    fields: { nonce: nonce() },
    blocked: open,
    path: ofOwn,
    body: ({ nonce: typed }) => ({ nonce: typed }),
    done: () => say('nonce.give.done'),
  }),
} as const;
