import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

const AT = { by: 'director', page: '/t/{tournament}/desk/pairing', read: '/tournaments/{tournament}' } as const;

/**
 * How each of these acts is tried. `paired`: a Swiss event whose round 1 is finished, with an even number of players; `published`:
 * one whose first round is published for a start to come, without results; `group_a`: a World Championship before round 1,
 * of so many players that it is a Swiss one (18), whose group A is not named and in which `{first}` is the first entrant’s
 * name and nation as the list shows them (`Ove Sandmark NOR`); `tied`: an event whose rounds are all finished and in which
 * two players are equal on every criterion; `papp`: a round robin
 * before round 1, whose `{log}` is PAPP’s of a first round.
 */
export const pairingTrials: Record<string, Trial> = {
  publish_round: {
    ...AT,
    when: 'once the round before it is finished',
    scene: 'paired',
    press: 'Publish round 2',
    holds: ({ rounds }: Tournament) => rounds.length === 2,
    shows: 'Round 2 as published',
  },
  unpublish_round: {
    ...AT,
    when: 'before the round starts, while no board has a result',
    scene: 'published',
    open: ['Take round 1 back'],
    fill: { Reason: 'One more came.' },
    press: 'Take round 1 back',
    answer: 'Take round 1 back',
    holds: ({ rounds }: Tournament) => rounds.length === 0,
    shows: 'Pairing of round 1',
  },
  name_group_a: {
    ...AT,
    when: 'before round 1, where the rules pair it by groups',
    scene: 'group_a',
    fill: { '{first}': true },
    press: 'Name 1 member',
    holds: ({ next }: Tournament) => next?.kind !== 'name_group_a',
    shows: 'Nobody has named group A yet.',
    hides: true,
  },
  take_papp_files: {
    ...AT,
    when: 'where PAPP’s files hold more than the event here, and nothing of them differs',
    scene: 'papp',
    choose: { label: 'Choose PAPP’s files', file: 'papp-internal-workfile.txt', text: '{log}' },
    fill: { Reason: 'The power was out.' },
    press: 'Take what PAPP held',
    answer: 'I know, and want it so',
    holds: ({ rounds }: Tournament) => rounds.length === 1 && rounds.every(({ finished }) => finished),
    shows: 'PAPP’s files hold nothing that is not here.',
  },
  draw_lots: {
    ...AT,
    when: 'after the last round, where players are equal on every criterion',
    scene: 'tied',
    press: 'Draw lots',
    holds: ({ next }: Tournament) => next?.kind !== 'draw_lots',
    shows: 'Lots are drawn once, and they are drawn.',
  },
};
