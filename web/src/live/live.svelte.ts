import { api } from '../contract/outflank';
import { session } from '../contract/session.svelte';
import { Connection, type Socket } from './connection';
import type { LiveNotice } from './frames';
import { ServerClock } from './server-clock';

const SLOW_MS = 300;

/** The state of the live line, for the pages. */
class Live {
  online = $state(false);
  /** When the line broke, in this machine's `Date.now()`; null while it stands or before it first stood. */
  brokenSince = $state<number | null>(null);
  roundTripMs = $state<number | null>(null);
  /** When the server is back at the latest, in this machine's `Date.now()`; null while no restart is announced. */
  restartsAt = $state<number | null>(null);
  /** A casual game is sought, or has begun while another page was looked at. */
  casual = $state(false);
  /** Counts what may have changed which casual game of the account goes on: one was booked, or the line was away. */
  gameNews = $state(0);
  /** What officials were alerted to, newest first. */
  alerts = $state.raw<Extract<LiveNotice, { kind: 'alert' }>[]>([]);
  /** What was announced in the tournaments that are followed, newest first. */
  announcements = $state.raw<Extract<LiveNotice, { kind: 'announcement' }>[]>([]);

  readonly clock = new ServerClock(() => performance.now());
  readonly connection = new Connection(
    {
      openSocket: (ticket) => openSocket(ticket),
      ticket: async () => (await api.ticket()).ticket,
      now: () => performance.now(),
      random: () => Math.random(),
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return () => clearTimeout(timer);
      },
    },
    {
      online: (online) => this.#turn(online),
      clock: (at, trip) => this.#tick(at, trip),
      notice: (notice) => this.#notice(notice),
    },
  );
  #wasOnline = false;

  constructor() {
    // What a page shows before the server has spoken.
    this.clock.guess(Date.now());
    // A game may begin on any page: by a challenge that is taken up, by a rematch. Whoever seeks hears it from then on: this
    // stands before any page's code can come, which need not wait for the language.
    this.connection.beside = (frame) => {
      if (frame?.type === 'booked') void import('./seeking.svelte').then(({ seeking }) => seeking.hear(frame));
    };
  }

  get slow(): boolean {
    return this.roundTripMs !== null && this.roundTripMs > SLOW_MS;
  }

  start(): void {
    this.connection.start();
    session.onChange(() => this.connection.renew());
    session.onToken((token) => this.connection.token(token));
    window.addEventListener('online', () => {
      if (!this.online) this.connection.renew();
    });
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && !this.online) this.connection.renew();
    });
    window.addEventListener('pagehide', () => this.connection.stop());
    window.addEventListener('pageshow', () => this.connection.start());
  }

  #turn(online: boolean): void {
    this.online = online;
    if (online) {
      if (this.#wasOnline) this.gameNews += 1;
      this.#wasOnline = true;
      this.restartsAt = null;
      this.brokenSince = null;
    } else if (this.#wasOnline) {
      this.brokenSince ??= Date.now();
    }
  }

  #notice(notice: LiveNotice): void {
    if (notice.kind === 'restart') this.restartsAt = Date.now() + notice.in_ms;
    else if (notice.kind === 'announcement') this.announcements = [notice, ...this.announcements].slice(0, 20);
    else this.alerts = [notice, ...this.alerts.filter((one) => one.at_ms !== notice.at_ms || one.code !== notice.code)].slice(0, 20);
  }

  #tick(serverTimeMs: number, roundTripMs: number): void {
    if (roundTripMs > 0) this.roundTripMs = Math.round(roundTripMs);
    this.clock.sample(serverTimeMs, roundTripMs);
  }
}

function openSocket(ticket: string): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const address = `${scheme}://${location.host}/api/v1/socket?ticket=${encodeURIComponent(ticket)}`;
  return new WebSocket(address) as unknown as Socket;
}

export const live = new Live();
