import type { Tournament } from '../contract/types';
import { documentOf } from './penalties';

/** Whether its games are played over the board by its rules: no clock runs here, and results are typed. */
export const isOverTheBoard = (tournament: Pick<Tournament, 'rule_set_json'>): boolean => documentOf(tournament).over_the_board === true;

/** Whether a game can be looked at: one that is played over the board has nothing here before its moves are entered. */
export const isShownHere = (tournament: Pick<Tournament, 'rule_set_json'>, table: { plies: readonly unknown[] } | undefined): boolean =>
  !isOverTheBoard(tournament) || (table?.plies.length ?? 0) > 0;

/** Whether the boards stand in a hall: by the rules, or because nobody has a seat here. Nobody is missed there. */
export const isInHall = (tournament: Pick<Tournament, 'rule_set_json' | 'entrants'>): boolean =>
  isOverTheBoard(tournament) || tournament.entrants.every((one) => !one.seated);
