import type { Parameters } from '../i18n';
import type { StandingsChange, TournamentChange } from '../contract/deltas';
import type { CasualTerms, ChatChannel, ChatMessage, Color, ProblemDocument, Table, TournamentSummary } from '../contract/types';

/** What a client says. The command frames bear the id under which they are repeated. */
export type Command =
  | { type: 'move'; id: string; game: string; ply: number; square: string; flip?: string }
  | { type: 'pass'; id: string; game: string; ply: number }
  | { type: 'resign'; id: string; game: string }
  | { type: 'call_director'; id: string; game: string }
  | { type: 'seal'; id: string; game: string; ply: number; square: string; flip?: string }
  | { type: 'confirm'; id: string; game: string; digest: string }
  | { type: 'dispute'; id: string; game: string; reason: string }
  | { type: 'chat'; id: string; game: string; channel: ChatChannel; text: string; to?: Color };

/** A casual game as it is sought: what is played, the colour that is wanted, and which live ratings of an opponent; null: any. */
export interface Sought {
  terms: CasualTerms;
  color: Color | null;
  lowest: number | null;
  highest: number | null;
  /** The arena or ladder that it is to be a game of: its rules say what is played and who meets whom. */
  contest?: string;
}

export type ClientFrame =
  | Command
  | { type: 'watch'; game: string; after_seq: number }
  | { type: 'leave'; game: string }
  | { type: 'follow'; tournament: string }
  | { type: 'unfollow'; tournament: string }
  | { type: 'follow_events' }
  | { type: 'unfollow_events' }
  | { type: 'focus'; game: string; lost: boolean }
  | ({ type: 'seek'; id: string } & Sought)
  | { type: 'unseek' }
  | { type: 'renew'; token: string };

/** What both clocks show, or one. */
interface Reading {
  remaining_ms: number;
}
type Readings = Record<Color, Reading>;

/** What an entry of a game's journal holds, as far as anybody here reads it. */
export interface Fact {
  type: string;
  color?: Color;
  ms?: number;
  ply?: number;
  at_ms?: number;
  until_ms?: number | null;
  clock?: Reading;
  clocks?: Readings;
  restored?: { ply: number; clocks: Readings };
  whom?: { seat?: Color };
  black_discs?: number;
  white_discs?: number;
  square?: string;
  flip?: string;
  flipped?: readonly string[];
  charged_ms?: number;
  lag_credit_ms?: number;
}

export interface Entry {
  seq: number;
  at_ms: number;
  events: readonly Fact[];
}

/** A commit: its entry, and what of the table differs besides what follows from the events. */
export interface Commit extends Entry {
  changed: Partial<Omit<Table, 'clocks'>> & { clocks?: Partial<Table['clocks']> };
}

/** Something to know at once: the server restarts, officials are alerted, or something is announced. */
export type LiveNotice =
  | { kind: 'restart'; in_ms: number; text: string }
  | {
      kind: 'alert';
      tournament: string;
      round: number | null;
      code: string;
      text: string;
      games: string[];
      at_ms: number;
      parameters: Parameters;
    }
  | {
      kind: 'announcement';
      tournament: string;
      number: number;
      about: string;
      audience: string;
      round: number | null;
      table: number | null;
      text: string;
      corrects: number | null;
      by_account_id: string;
      at_ms: number;
    };

/** Where a player's own seat is open; told to nobody else. */
export interface OwnDevices {
  /** On how many devices. */
  own_devices: number;
  /** This is the one of several that came last. */
  newest_device: boolean;
}

export type ServerFrame =
  | { type: 'hello'; protocol: number; server_time_ms: number; account_id: string | null }
  | { type: 'connection'; round_trip_ms: number; server_time_ms: number }
  | { type: 'table'; game: string; entries: Entry[]; table: Table }
  | ({ type: 'commit'; id?: string; game: string } & Commit)
  | { type: 'ack'; id: string; game: string; seq: number; repeated: boolean }
  | { type: 'posted'; id: string; game: string; number: number }
  | { type: 'chat'; game: string; messages: ChatMessage[]; may_write?: ChatChannel[]; older_before?: number }
  | ({ type: 'notice' } & LiveNotice)
  | { type: 'renewed'; expires_at_ms: number }
  | { type: 'refused'; id: string | null; problem: ProblemDocument }
  | ({ type: 'presence'; game: string; black: boolean; white: boolean } & Partial<OwnDevices>)
  | { type: 'tournament'; tournament: string; seq: number; previous_seq?: number | null; changed?: TournamentChange | null }
  | { type: 'standings'; tournament: string; version: number; previous_version?: number | null; changed?: StandingsChange | null }
  | { type: 'games'; tournament: string; round: number | null }
  | { type: 'event'; event: TournamentSummary | null }
  | { type: 'rating_files' }
  | { type: 'resync'; game: string }
  | { type: 'seeking'; id: string; terms: CasualTerms; since_ms: number }
  | { type: 'booked'; game: string; color: Color; opponent_account_id: string; terms: CasualTerms; starts_at_ms: number };

/** Reads a frame; null for anything that is none. Types of later protocol versions pass and are ignored. */
export function parseFrame(text: string): ServerFrame | null {
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null) return null;
    return typeof (frame as { type?: unknown }).type === 'string' ? (frame as ServerFrame) : null;
  } catch {
    return null;
  }
}
