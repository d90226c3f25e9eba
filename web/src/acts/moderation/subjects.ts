import type { ChatMessage, ModeratedAccount, PlayerReport } from '../../contract/types';

/** A report that a moderator looks at. */
export interface OnPlayerReport {
  report: PlayerReport;
}

/** Somebody about whom a moderator decides. */
export interface OnModerated {
  account: ModeratedAccount;
  /** The report that leads there; null where nobody reported. */
  report: PlayerReport | null;
}

/** A message at a casual table. */
export interface OnCasualMessage {
  game: string;
  message: ChatMessage;
  /** Whoever looks at it has to leave it to another moderator. */
  concerns: boolean;
}

/** Somebody in office. */
export interface OnModerator {
  account: string;
  name: string;
}

/** Somebody whom a player wants nothing to do with. */
export interface OnOther {
  account: string;
  name: string;
}

/** Somebody whom a player reports, as one of a casual game or as a writer at its table. */
export interface OnReported extends OnOther {
  game: string;
  /** Both who played it, by their accounts. */
  players: readonly string[];
  /** He played it: others are reported for what they wrote alone. */
  played: boolean;
  /** What he wrote there, as far as it is here. */
  written: readonly ChatMessage[];
  /** The message that is reported first; null where none is. */
  message: number | null;
}
