import { elsewhere } from '../kit/act';
import { commitNonce, giveNonce } from './nonces';
import { createProgram, issueApiKey, renameAccount, revokeApiKey } from './account';

/** Operations whose page is still to be made. */
export type SeatWithoutPage = never;

/** What people do here, by the operations of the contract. */
export const seatActs = {
  issue_api_key: issueApiKey,
  revoke_api_key: revokeApiKey,
  create_program: createProgram,
  rename_account: renameAccount,
  commit_nonce: commitNonce,
  give_nonce: giveNonce,
  claim_seat: elsewhere('/claim', 'the button that takes the seat'),
  move: elsewhere('/g/:game', 'the board'),
  pass: elsewhere('/g/:game', 'Pass'),
  resign: elsewhere('/g/:game', 'Resign'),
  call_director: elsewhere('/g/:game', 'Director'),
  seal_move: elsewhere('/g/:game', 'the board'),
  confirm_transcript: elsewhere('/g/:game', 'the notice of a finished game'),
  play_dispute_result: elsewhere('/g/:game', 'the notice of a finished game'),
  create_account: elsewhere('/sign-in', 'Create an account'),
  open_guest_session: elsewhere('/play', 'whatever begins a game, by itself'),
  keep_account: elsewhere('/account', 'Keep this account'),
  create_challenge: elsewhere('/play', 'Make a link'),
  take_challenge: elsewhere('/challenge/:challenge', 'Take it up'),
  withdraw_challenge: elsewhere('/challenge/:challenge', 'Take it back'),
  offer_rematch: elsewhere('/g/:game', 'Rematch'),
  sign_in: elsewhere('/sign-in', 'the form'),
  sign_out: elsewhere('every page', 'the menu of the account'),
  refresh_session: elsewhere('every page', 'by itself'),
  change_password: elsewhere('/account', 'the form'),
  end_sessions: elsewhere('/account', 'Sign out everywhere'),
  add_push_subscription: elsewhere('/t/:tournament/seat', 'Notify me with this page closed, too'),
  remove_push_subscription: elsewhere('/t/:tournament/seat', 'Only while a page is open'),
  buy_ticket: elsewhere('every page', 'by itself'),
} as const;
