import { elsewhere } from '../kit/act';

/** Operations whose page is still to be made. */
export type EntrantsWithoutPage =
  | 'register_entrant'
  | 'correct_entrant'
  | 'remove_entrant'
  | 'withdraw_entrant'
  | 'confirm_listed_player'
  | 'issue_seat_code'
  | 'grant_accommodation'
  | 'note_federation_agreement'
  | 'note_fee'
  | 'invite_entrant'
  | 'revoke_invitation'
  | 'enter_nation'
  | 'remove_nation'
  | 'decide_nation'
  | 'permit_late_change'
  | 'check_in'
  | 'announce_absence'
  | 'end_absence'
  | 'declare_entry'
  | 'open_check_in'
  | 'close_check_in'
  | 'appoint_official'
  | 'dismiss_official'
  | 'assign_tables'
  | 'set_computer_parameters'
  | 'accept_computers'
  | 'refuse_computers'
  | 'enter_tournament';

/** What people do here, by the operations of the contract. */
export const entrantsActs = {
  import_players_list: elsewhere('/t/:tournament/desk/entrants', 'Import a players list'),
} as const;
