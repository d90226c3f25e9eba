import { announceFinals } from './announce';
import { declareOverTheBoard } from './approval';
import { ownPlayoff } from '../seat/own';
import { ownColours } from '../seat/own-colours';
import { amendConfirmed } from './closing';
import { confirmTournament, confirmWithoutFinals } from './confirm';
import { agreeToPlayoff, chooseColour } from './matches';

/** What people do here, by the operations of the contract. */
export const finalsActs = {
  announce_finals_round: announceFinals,
  choose_colour: { noted: chooseColour, ...ownColours },
  agree_to_playoff: { noted: agreeToPlayoff, own: ownPlayoff },
  confirm_tournament: { with_finals: confirmTournament, without_finals: confirmWithoutFinals },
  amend_confirmed: amendConfirmed,
  declare_over_the_board: declareOverTheBoard,
} as const;
