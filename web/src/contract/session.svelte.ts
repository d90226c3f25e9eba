import { useTokens } from './client';
import { api } from './outflank';
import { Problem } from './problem';
import type { Account, KeptLogin, Me, NewAccount, Seat, SeatClaim, Session } from './types';
import { withSessionLock } from '../browser/session-lock';
import { storage } from '../browser/storage';
import { until } from '../browser/until';

// Whether this browser holds a refresh cookie, which scripts cannot see. Only a
// hint: it spares a visitor without an account a refused request on every page.
const HINT = 'outflank.signed-in';
const EARLY_MS = 60_000;
// A refresh token that somebody else has just traded is traded again after so long.
const RACED_MS = 2_200;

class CurrentSession {
  account = $state<Account | null>(null);
  seats = $state<Seat[]>([]);
  directed = $state<string[]>([]);
  /** False until it is known whether somebody is signed in. */
  ready = $state(false);
  /** Somebody is signed in here, as far as this browser knows: the server has not said yet who. */
  awaited = $state(false);

  #token: string | null = null;
  #goodUntil = 0;
  #refreshing: Promise<boolean> | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #listeners = new Set<() => void>();
  #tokenListeners = new Set<(token: string) => void>();

  /** Calls back whenever another account, or none, stands behind this tab. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Calls back with the same account's next access token. */
  onToken(listener: (token: string) => void): void {
    this.#tokenListeners.add(listener);
  }

  /** As nobody: for what is shown to everybody, whoever's browser shows it. */
  startNameless(): void {
    this.ready = true;
  }

  async start(): Promise<void> {
    useTokens({ current: () => this.#current(), renew: () => this.#refresh() });
    window.addEventListener('storage', (event) => {
      if (event.key === HINT) void this.#follow(event.newValue);
    });
    if (storage.getItem(HINT)) await this.#refresh();
    this.ready = true;
  }

  directs(tournament: string): boolean {
    return this.directed.includes(tournament);
  }

  entrantIn(tournament: string): string | null {
    return this.seats.find((seat) => seat.tournament_id === tournament)?.entrant_id ?? null;
  }

  async signIn(login: string, password: string): Promise<void> {
    await this.#adopt(await withSessionLock(() => api.signIn(login, password)));
  }

  async createAccount(account: NewAccount): Promise<void> {
    await this.#adopt(await withSessionLock(() => api.createAccount(account)));
  }

  /** Signs in as a guest, by this name or by one that the server makes. */
  async openGuestSession(displayName: string | null): Promise<void> {
    await this.#adopt(await withSessionLock(() => api.openGuestSession(displayName)));
  }

  /** Gives the account a login and a password: it stays the same, and so does its session. */
  async keepAccount(login: KeptLogin): Promise<void> {
    const kept = await api.keepAccount(login);
    await this.#adopt({ ...kept, refresh_token: null, device_token: null });
  }

  async claimSeat(code: string): Promise<SeatClaim> {
    const claim = await api.claimSeat(code);
    if (claim.session) await this.#adopt(claim.session);
    if (claim.entrant_id === null) return claim;
    // The code is spent, so a reading that fails or comes too early must not look like a refusal.
    await until(async () => {
      if (this.entrantIn(claim.tournament_id) === null) await this.reload();
      return this.entrantIn(claim.tournament_id) !== null;
    });
    return claim;
  }

  /** Ends every session of the account, here too, and its API keys unless they are to be kept. */
  async signOutEverywhere(keepKeys: boolean): Promise<void> {
    await api.endSessions(keepKeys);
    await this.signOut();
  }

  async signOut(): Promise<void> {
    try {
      await withSessionLock(() => api.signOut());
    } finally {
      storage.removeItem(HINT);
      this.#forget();
    }
  }

  /** Reads seats and directed tournaments again. */
  async reload(): Promise<void> {
    this.#take(await api.me());
  }

  async #follow(hint: string | null): Promise<void> {
    if (hint === null) this.#forget();
    else if (hint !== this.account?.id) await this.#refresh();
  }

  async #current(): Promise<string | null> {
    if (this.#token && Date.now() > this.#goodUntil) await this.#refresh();
    return this.#token;
  }

  #refresh(): Promise<boolean> {
    this.#refreshing ??= this.#refreshOnce().finally(() => (this.#refreshing = null));
    return this.#refreshing;
  }

  async #refreshOnce(): Promise<boolean> {
    if (!storage.getItem(HINT)) return false;
    try {
      // Single use: two tabs must never present the same cookie.
      const session = await withSessionLock(() => refreshed());
      await this.#adopt(session);
      return true;
    } catch (error) {
      if (error instanceof Problem && (error.status === 401 || error.status === 403)) {
        storage.removeItem(HINT);
        this.#forget();
      } else {
        this.awaited = this.account === null;
        this.#schedule(5_000);
      }
      return false;
    }
  }

  async #adopt(session: Session): Promise<void> {
    const same = this.account?.id === session.account.id;
    this.#token = session.access_token;
    // The token's life is reckoned on this machine's clock from its arrival, which
    // may be wrong about the time of day but not about ten minutes.
    const life = lifeOf(session.access_token) ?? 10 * 60_000;
    this.#goodUntil = Date.now() + life - Math.min(EARLY_MS, life / 2);
    this.#schedule(life - Math.min(EARLY_MS, life / 2));
    this.account = session.account;
    this.awaited = false;
    storage.setItem(HINT, session.account.id);
    if (same) {
      for (const listener of this.#tokenListeners) listener(session.access_token);
      return;
    }
    // Those of whoever was signed in before go, even where the new ones do not come.
    this.seats = [];
    this.directed = [];
    await this.reload().catch(() => undefined);
    for (const listener of this.#listeners) listener();
  }

  #schedule(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), afterMs);
  }

  #take(me: Me): void {
    this.account = me.account;
    this.seats = me.seats;
    this.directed = me.directed_tournament_ids;
  }

  #forget(): void {
    const was = this.account;
    clearTimeout(this.#timer);
    this.#token = null;
    this.account = null;
    this.awaited = false;
    this.seats = [];
    this.directed = [];
    if (was) for (const listener of this.#listeners) listener();
  }
}

/** Trades the refresh cookie. Where another tab has just done so, its cookie is here a moment later. */
async function refreshed(): Promise<Session> {
  try {
    return await api.refreshSession();
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'refresh_raced') throw error;
    await new Promise((done) => setTimeout(done, RACED_MS));
    return api.refreshSession();
  }
}

/** How long a JWT lives from its issue, in ms, by its own claims. */
function lifeOf(token: string): number | null {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims = JSON.parse(atob(part)) as { iat?: number; exp?: number };
    return claims.exp && claims.iat ? (claims.exp - claims.iat) * 1000 : null;
  } catch {
    return null;
  }
}

export const session = new CurrentSession();
