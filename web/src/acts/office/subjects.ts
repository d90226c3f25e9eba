import type { Complaint, Entrant, Federation, RatingChecks, Tournament } from '../../contract/types';
import type { OnEvent } from '../kit/subjects';

/** An event at the rating office: with what stands out of it, as its reader is told. */
export interface OnFile extends OnEvent {
  checks: RatingChecks;
}
export interface OnComplaint extends OnFile {
  complaint: Complaint;
}
/** An entrant whose number in the players list nobody vouches for, or the list does not know. */
export interface OnNumber extends OnFile {
  entrant: Entrant;
}
export interface OnFederation {
  federation: Federation;
}
/** Somebody who holds an office in a federation, or is to hold one. */
export interface OnMember extends OnFederation {
  account: string;
  name: string;
}

/** The accounts that head an event. */
export const headsOf = ({ officials }: Tournament): string[] =>
  officials.filter(({ role }) => role === 'head_director').map((one) => one.account_id);
