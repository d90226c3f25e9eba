import type { components } from '../../contract/schema';
import type { Tournament } from '../../contract/types';
import type { Trial } from '../kit/trial';

const EVENT = { by: 'director', read: '/tournaments/{tournament}' } as const;
const CLOSING = { ...EVENT, page: '/t/{tournament}/desk/closing' } as const;
const DESK = { ...EVENT, page: '/t/{tournament}/desk/finals' } as const;

/**
 * How each of these acts is tried. `finals_due`: an EGP of nine whose nine rounds are finished by results from the desk, so
 * that finals are to be announced; `finals_announced`: the same with the round of semi-finals announced and a choice open,
 * `{chooser}` being the name of who chooses in the first match and `{match}` its name; `played`: a club event whose rounds are
 * all finished by results from the desk; `confirmed`: the same, confirmed, its first board being `{game}` as the list of games
 * names it; `level`: an event of two by aga-swiss whose games were all draws, so that `{entrant}` and `{opponent}` are level.
 */
export const finalsTrials: Record<string, Trial> = {
  announce_finals_round: {
    ...DESK,
    when: 'once the round before it is finished and colours can be chosen',
    scene: 'finals_due',
    fill: { Starts: 'In 10 minutes' },
    press: 'Announce the next round of finals',
    holds: ({ announced }: Tournament) => announced !== null,
    shows: 'Until then colours can be chosen',
  },
  'choose_colour.noted': {
    ...DESK,
    when: 'between the announcement of a game of finals and its start',
    scene: 'finals_announced',
    open: ['{match}: {chooser} chooses'],
    fill: { Choice: 'White' },
    press: 'Note for {chooser}: White',
    holds: ({ announced }: Tournament) => announced?.games.some((game) => game.choices.length > 0) === true,
    shows: '{match}: {chooser} chooses',
    hides: true,
  },
  'agree_to_playoff.noted': {
    ...DESK,
    when: 'where the rules let two play for the better place',
    scene: 'level',
    read: '/tournaments/{tournament}/entry-facts',
    fill: { Player: '{entrant}', Against: '{opponent}' },
    press: '{entrant} agrees to play for the better place',
    holds: ({ entries }: components['schemas']['ListEntryFactsResponse'], { entrant_id: id }) =>
      entries.find((one) => one.entrant_id === id)?.agreed_playoff_with.length === 1,
    shows: '{entrant} agrees to play {opponent}',
  },
  'confirm_tournament.with_finals': {
    ...CLOSING,
    when: 'once everything is played and nothing stands in its way',
    scene: 'played',
    press: 'Confirm the final ranking',
    answer: 'Confirm the final ranking',
    holds: ({ ranking_version: version }: Tournament) => version === 1,
    shows: 'The final ranking is confirmed: version 1.',
  },
  'confirm_tournament.without_finals': {
    ...CLOSING,
    when: 'after the qualification, before finals that the rules want; it departs from the text',
    scene: 'finals_due',
    press: 'Confirm without the finals',
    answer: 'Confirm without the finals',
    holds: ({ ranking_version: version }: Tournament) => version === 1,
    shows: 'The final ranking is confirmed: version 1.',
  },
  amend_confirmed: {
    ...CLOSING,
    when: 'after the confirmation',
    scene: 'confirmed',
    prepare: { fill: { Game: '{game}', 'Black’s discs': '33' }, press: 'Add to the amendment' },
    fill: { 'Reason, printed with the new version': 'The sheet was read wrongly.' },
    press: 'Amend 1 result',
    answer: 'Amend 1 result',
    holds: ({ ranking_version: version }: Tournament) => version === 2,
    shows: 'The final ranking is confirmed: version 2.',
  },
  declare_over_the_board: {
    ...CLOSING,
    when: 'while there are results that no game of this server gave',
    scene: 'played',
    open: ['Sign that 2 results were played over the board'],
    fill: { Reason: 'Played at the club.' },
    press: 'Sign that 2 results were played over the board',
    holds: ({ results_without_game: results }: Tournament) => results.every((one) => one.over_the_board),
    shows: 'Sign that 2 results were played over the board',
    hides: true,
  },
};
