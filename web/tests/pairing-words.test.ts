import { describe, expect, it } from 'vitest';
import type { Entrant, Tournament } from '../src/contract/types';
import { beside, costText } from '../src/event/levels';
import { notPaired, presentFor } from '../src/event/presence';
import { nameGroupA } from '../src/acts/pairing/round';
import { groupAPurpose, groupAText, hasGroupA } from '../src/event/group-a';
import { specialities } from '../src/pages/desk/pairing/rules';
import { coloursText, spokenColours } from '../src/pages/desk/pairing/words';

const entrant = (id: string, parts: Partial<Entrant> = {}): Entrant =>
  ({ id, withdrawn_from_round: 0, from_round: 0, absent_rounds: [], ...parts }) as Entrant;

describe('who is not paired in a round, and why', () => {
  const tournament = {
    entrants: [
      entrant('there'),
      entrant('gone', { withdrawn_from_round: 3 }),
      entrant('late', { from_round: 4 }),
      entrant('away', { absent_rounds: [3] }),
      entrant('silent'),
      entrant('unpaid'),
    ],
    check_ins: [{ round: 3, open: true, entrant_ids: ['there', 'unpaid'] }],
  };
  const heldBack = new Set(['unpaid']);

  it.each([
    ['there', 3, null],
    ['gone', 2, null],
    ['gone', 3, 'withdrawn'],
    ['late', 3, 'late'],
    ['late', 4, null],
    ['away', 3, 'absent'],
    ['away', 4, null],
    ['silent', 3, 'not_checked_in'],
    // Without a check-in of the round nobody has to be on its list.
    ['silent', 2, null],
    ['unpaid', 3, 'held_back'],
  ] as const)('%s in round %i: %s', (id, round, why) => {
    const found = tournament.entrants.find((one) => one.id === id) as Entrant;
    expect(notPaired(tournament, found, round, heldBack)).toBe(why);
  });

  it('leaves the others', () => {
    expect(presentFor(tournament, 3, heldBack)).toEqual(['there']);
    expect(presentFor(tournament, 2, new Set())).toEqual(['there', 'gone', 'away', 'silent', 'unpaid']);
  });
});

describe('a cost', () => {
  const own = [
    { name: 'repeats', value: 0 },
    { name: 'colour', value: 10 },
    { name: 'floats', value: -1 },
  ];

  it('stands beside another level by level', () => {
    expect(
      beside(own, [
        { name: 'colour', value: 2 },
        { name: 'country', value: 1 },
      ]),
    ).toEqual([
      { name: 'repeats', own: 0, other: 0, more: 0 },
      { name: 'colour', own: 10, other: 2, more: 8 },
      { name: 'floats', own: -1, other: 0, more: -1 },
      { name: 'country', own: 0, other: 1, more: -1 },
    ]);
  });

  it('is told in words, without what costs nothing, and by its own name where nobody knows the level', () => {
    expect(costText(own)).toBe('squares of the colour surpluses 10; floats the same way −1');
    expect(costText([{ name: 'some_new_level', value: 3 }])).toBe('some new level 3');
    expect(costText([])).toBe('');
  });
});

describe('what the rules say of a round', () => {
  const of = (pairing: object): { rule_set_json: string } => ({ rule_set_json: JSON.stringify({ pairing }) });

  it.each([
    [
      of({ first_round: 'woc_groups' }),
      1,
      ['Round 1: group A against the others by lot, group A alternately black and white, the rest by lot (WOC II.6.1).'],
    ],
    [of({ first_round: 'woc_groups' }), 2, []],
    [
      of({ start: { kind: 'accelerated', groups: 3, step_half_points: 1, rounds: 2 } }),
      2,
      [
        'Accelerated up to round 2: 3 groups by rating, each paired as if it had more points than the next (+½). These points count for pairing only.',
      ],
    ],
    [
      of({ start: { kind: 'accelerated', groups: 3, step_half_points: 2, rounds: 2 } }),
      3,
      ['The acceleration by 3 groups (+1) ended with round 2.'],
    ],
    [
      of({
        start: {
          kind: 'mc_mahon',
          bands: [
            { from_rating: 1500, half_points: 2 },
            { from_rating: 1800, half_points: 4 },
          ],
          bar: 2000,
        },
      }),
      5,
      ['Starting scores by rating, which count to the end: 1 from 1500; 2 from 1800.', 'From 2000 up all start together.'],
    ],
    [{ rule_set_json: 'no document' }, 1, ['Round 1 is drawn by lot.']],
  ])('%j in round %i', (tournament, round, said) => expect(specialities(tournament, round)).toEqual(said));

  it('has a group A only where round 1 is paired by groups', () => {
    expect([hasGroupA(of({ first_round: 'woc_groups' })), hasGroupA(of({})), hasGroupA({ rule_set_json: '' })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('group A', () => {
  const entrants = [
    { id: 'e1', given_names: 'Ida', surname: 'Holm' },
    { id: 'e2', given_names: 'Ove', surname: 'Berg' },
  ];
  const told = (group: string[] | null): Tournament =>
    ({ entrants, group_a: group && { entrant_ids: group }, rule_set_json: '{}' }) as unknown as Tournament;

  it('is told by names, or that it has nobody, or that nobody has named it', () => {
    expect([['e2', 'e1'], [], null].map((group) => groupAText(told(group)))).toEqual([
      'Group A: Ida Holm and Ove Berg.',
      'Group A has no member.',
      'Nobody has named group A yet.',
    ]);
  });

  it('says what it is for, by the paragraph of the rules', () => {
    const sources = { 'pairing.first_round': 'WOC II.6.1' };
    expect(groupAPurpose({ rule_set_json: JSON.stringify({ sources }) })).toBe('Round 1 pairs it against the others (WOC II.6.1).');
    expect(groupAPurpose({ rule_set_json: '{}' })).toBe('Round 1 pairs it against the others.');
  });

  it('is where the form begins, which takes nothing that changes nothing', () => {
    const subject = (group: string[] | null): never => ({ tournament: told(group) }) as never;
    expect(nameGroupA.fields['members']?.initial(subject(['e2']))).toEqual(['e2']);
    expect(nameGroupA.fields['members']?.initial(subject(null))).toEqual([]);
    const unfit = (group: string[] | null, members: string[]) => nameGroupA.unfit({ members }, subject(group));
    expect(unfit(['e1', 'e2'], ['e2', 'e1'])).toBe('Group A is this already.');
    expect(unfit([], [])).toBe('Group A is this already.');
    expect([unfit(null, []), unfit(['e1'], []), unfit(['e1'], ['e2'])]).toEqual([null, null, null]);
  });
});

it('tells the colours that somebody had as letters, and aloud as words', () => {
  const letters = coloursText(['black', 'none', 'white']);
  expect([letters, spokenColours(letters)]).toEqual(['B–W', 'black, no game, and white']);
});
