import { describe, expect, it } from 'vitest';
import { Form } from '../src/acts/kit/form.svelte';
import type { Act } from '../src/acts/kit/act';
import type { Raw } from '../src/acts/kit/field';
import type { OnEvent } from '../src/acts/kit/subjects';
import { announce } from '../src/acts/setup/announce';
import { abandon, cancel, endEarly, shorten } from '../src/acts/setup/early-end';
import type { OnAnnouncements } from '../src/acts/setup/subjects';
import type { Announcement, Round, Tournament } from '../src/contract/types';

const board = (table: number, result: object | null) => ({ table, result, black_entrant_id: `b${table}`, white_entrant_id: `w${table}` });
const ROUND = { number: 2, finished: false, boards: [board(1, {}), board(2, null), board(3, null)] } as unknown as Round;

function on(round: Round | null): OnAnnouncements {
  const tournament = { summary: { rounds: 9 }, rounds: round ? [round] : [], variant: null } as unknown as Tournament;
  const said = { number: 4, kind: 'general', audience: 'everybody', text: 'Lunch.', corrects: null } as Announcement;
  return { event: { id: 't', round, nameOf: () => '…' } as unknown as OnEvent['event'], tournament, announcements: [said] };
}

function filled<S extends OnEvent>(act: Act<S>, subject: S, raw: Record<string, Raw>): Form<S> {
  const form = new Form(act, () => subject);
  Object.assign(form.raw, raw);
  return form;
}
const bodyOf = <S extends OnEvent>(act: Act<S>, subject: S, raw: Record<string, Raw>): object | undefined => {
  const form = filled(act, subject, raw);
  expect(form.missing).toEqual([]);
  return act.body(form.known, subject, 0);
};

describe('an announcement', () => {
  it.each([
    [{}, { text: 'Hear', kind: 'general', audience: 'everybody' }],
    [
      { audience: 'officials', kind: 'monitors' },
      { text: 'Hear', kind: 'monitors', audience: 'officials' },
    ],
    [
      { audience: 'board', board: '2/3' },
      { text: 'Hear', kind: 'general', audience: 'board', round: 2, table: 3 },
    ],
    // A correction goes to whom the first went to.
    [
      { corrects: '4', audience: 'officials' },
      { text: 'Hear', corrects: 4 },
    ],
  ])('with %j sends %j', (raw, body) => expect(bodyOf(announce, on(ROUND), { text: 'Hear', ...raw })).toEqual(body));

  it('says to whom it goes on its button', () => {
    const name = (raw: Record<string, Raw>): string => filled(announce, on(ROUND), { text: 'Hear', ...raw }).name;
    expect(name({})).toBe('Announce to everybody');
    expect(name({ audience: 'board', board: '2/3' })).toBe('Announce to table 3');
    expect(name({ corrects: '4' })).toBe('Correct announcement 4');
  });
});

describe('an end otherwise than planned', () => {
  const reason = 'Storm.';

  it('gives every open board a score, and no other', () => {
    const scores = { fate: 'adjudicated', boards: '{"2":"40","3":"0"}', withoutFinals: true, reason };
    expect(bodyOf(endEarly, on(ROUND), scores)).toEqual({
      unfinished: {
        fate: 'adjudicated',
        boards: [
          { table: 2, black_discs: 40 },
          { table: 3, black_discs: 0 },
        ],
      },
      without_finals: true,
      reason,
    });
    expect(filled(endEarly, on(ROUND), { ...scores, boards: '{"2":"40"}' }).missing).toEqual(['Scores of the open boards']);
    const wrong = filled(endEarly, on(ROUND), { ...scores, boards: '{"2":"65","3":"1"}' });
    expect(wrong.fields.find(({ name }) => name === 'boards')?.why).toBe('Table 2: a whole number of discs from 0 to 64.');
  });

  it('asks what becomes of a round only where one is open', () => {
    expect(bodyOf(endEarly, on(ROUND), { reason })).toMatchObject({ unfinished: { fate: 'completed' } });
    expect(bodyOf(abandon, on(null), { reason })).toEqual({ unfinished: null, confirm_ranking: false, reason });
    expect(bodyOf(abandon, on(ROUND), { reason })).toMatchObject({ unfinished: { fate: 'annulled' } });
  });

  it('cancels what is published only when that is said', () => {
    expect(bodyOf(cancel, on(null), { reason })).toEqual({ annul_rounds: false, reason });
    expect(filled(cancel, on(ROUND), { reason }).missing).toEqual(['Annul every published round, finished ones too']);
    expect(bodyOf(cancel, on(ROUND), { reason, annulRounds: true })).toEqual({ annul_rounds: true, reason });
  });

  it('names the rounds that are played instead of those planned', () => {
    expect(filled(shorten, on(ROUND), { rounds: '7', reason }).name).toBe('Play 7 rounds instead of 9');
  });
});
