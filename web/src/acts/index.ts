import type { Deed } from '../contract/call';
import { setupActs, type SetupWithoutPage } from './setup';
import { entrantsActs, type EntrantsWithoutPage } from './entrants';
import { pairingActs, type PairingWithoutPage } from './pairing';
import { roundActs, type RoundWithoutPage } from './round';
import { rulingsActs, type RulingsWithoutPage } from './rulings';
import { contestActs } from './contests';
import { finalsActs } from './finals';
import { moderationActs } from './moderation';
import { officeActs, type OfficeWithoutPage } from './office';
import { seatActs, type SeatWithoutPage } from './seat';
import { seasonActs } from './seasons';
import { webhookActs } from './webhooks';
import type { Act, Elsewhere } from './kit/act';

/** Acts whose page is still to be made. */
export type WithoutPage =
  SetupWithoutPage | EntrantsWithoutPage | PairingWithoutPage | RoundWithoutPage | RulingsWithoutPage | OfficeWithoutPage | SeatWithoutPage;

/** An act, several kinds of one by their names, or the place of one that is made by hand. `never`: each is of its own subject. */
export type Offered = Act<never> | Readonly<Record<string, Act<never>>> | Elsewhere;

/** Every operation by which a person changes something, and where a page offers it: one without a page does not compile. */
export const ACTS = {
  ...setupActs,
  ...entrantsActs,
  ...pairingActs,
  ...roundActs,
  ...rulingsActs,
  ...finalsActs,
  ...officeActs,
  ...moderationActs,
  ...contestActs,
  ...webhookActs,
  ...seasonActs,
  ...seatActs,
} satisfies Record<Exclude<Deed, WithoutPage>, Offered>;
