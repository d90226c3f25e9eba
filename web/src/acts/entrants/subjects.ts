import type { BodyOf } from '../../contract/call';
import type { components } from '../../contract/schema';
import type { OnEntrant, OnEvent } from '../kit/subjects';

type Schemas = components['schemas'];
export type Accommodation = Schemas['Accommodation'];
export type EntryFact = Schemas['EntryFact'];
export type Invitation = Schemas['Invitation'];
export type Nation = Schemas['Nation'];
export type Terms = Schemas['EntryTerms'];

/** An entrant with what officials alone are told: null while it is not known or there is nothing. */
export interface OnEntry extends OnEntrant {
  facts: EntryFact | null;
  accommodation: Accommodation | null;
}
/** An entrant's seat. */
export interface OnSeat extends OnEntrant {
  /** When the link that was sent last ends, cluster time in ms; null where none is known here. */
  sentUntilMs: number | null;
}
/** The check-in of a round. */
export interface OnCheckIn extends OnEvent {
  number: number;
}
export interface OnNation extends OnEvent {
  nation: Nation;
}
/** An invitation, by the account that has it. */
export interface OnInvited extends OnEvent {
  account: string;
}
/** An event that somebody enters. */
export interface OnTerms extends OnEvent {
  terms: Terms;
  /** The account's name, to begin with. */
  displayName: string;
}

export type Representation = NonNullable<BodyOf<'register_entrant'>['representation']>;
