import type { ProblemDocument, Table } from '../api/types';

/** What a client says. The command frames bear the id under which they are repeated. */
export type Command =
  | { type: 'move'; id: string; game: string; ply: number; square: string }
  | { type: 'pass'; id: string; game: string; ply: number }
  | { type: 'resign'; id: string; game: string };

export type ClientFrame =
  | Command
  | { type: 'watch'; game: string; after_seq: number }
  | { type: 'leave'; game: string }
  | { type: 'follow'; tournament: string }
  | { type: 'unfollow'; tournament: string };

export interface Entry {
  seq: number;
  at_ms: number;
  events: { event: string }[];
}

export type ServerFrame =
  | { type: 'hello'; protocol: number; server_time_ms: number; account_id: string | null }
  | { type: 'connection'; round_trip_ms: number; server_time_ms: number }
  | { type: 'table'; game: string; entries: Entry[]; table: Table }
  | { type: 'ack'; id: string; game: string; seq: number; repeated: boolean }
  | { type: 'refused'; id: string | null; problem: ProblemDocument }
  | { type: 'presence'; game: string; black: boolean; white: boolean }
  | { type: 'tournament'; tournament: string; seq: number }
  | { type: 'standings'; tournament: string; version: number }
  | { type: 'resync'; game: string };

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
