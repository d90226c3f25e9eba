import { elsewhere } from '../kit/act';
import { settleNumber } from '../office/numbers';
import { decideNation, enterNation, invite, permitLateChange, removeNation, revokeInvitation } from './admission';
import { acceptComputers, accommodation, declare, noteAgreement, noteFee, refuseComputers, setParameters } from './entry';
import { ownAbsence, ownComputersAcceptance, ownComputersRefusal, ownDeclaration, ownParameters } from '../seat/own';
import { ownCheckIn, ownCheckOut, ownReturn } from '../seat/own-now';
import { appoint, assignTables, dismiss } from './officials';
import { settleClaim } from './claim';
import { correct, register, remove, withdraw } from './person';
import { takeBackPlayersList } from './players-list';
import { announceAbsence, checkIn, closeCheckIn, endAbsence, openCheckIn } from './presence';
import { issueLink } from './seat';
import { enter } from './self';

/** Operations whose page is still to be made. */
export type EntrantsWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const entrantsActs = {
  import_players_list: elsewhere('/t/:tournament/desk/entrants', 'Import a players list'),
  take_back_players_list: takeBackPlayersList,
  register_entrant: register,
  correct_entrant: correct,
  confirm_listed_player: { ...settleClaim, ...settleNumber },
  remove_entrant: remove,
  withdraw_entrant: withdraw,
  issue_seat_code: issueLink,
  open_check_in: openCheckIn,
  close_check_in: closeCheckIn,
  check_in: { noted: checkIn, own: ownCheckIn },
  announce_absence: { noted: announceAbsence, own: ownAbsence, own_check_in: ownCheckOut },
  end_absence: { noted: endAbsence, own: ownReturn },
  grant_accommodation: accommodation,
  declare_entry: { noted: declare, own: ownDeclaration },
  note_fee: noteFee,
  note_federation_agreement: noteAgreement,
  set_computer_parameters: { noted: setParameters, own: ownParameters },
  refuse_computers: { noted: refuseComputers, own: ownComputersRefusal },
  accept_computers: { noted: acceptComputers, own: ownComputersAcceptance },
  enter_nation: enterNation,
  decide_nation: decideNation,
  permit_late_change: permitLateChange,
  remove_nation: removeNation,
  invite_entrant: invite,
  revoke_invitation: revokeInvitation,
  enter_tournament: enter,
  appoint_official: appoint,
  assign_tables: assignTables,
  dismiss_official: dismiss,
} as const;
