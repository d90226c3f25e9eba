import { get, list, mutate, send } from './client';
import type { components } from './schema';
import type * as T from './types';

/** Bodies are refused for what they do not know: each is held against its schema. */
type Body = components['schemas'];

const id = encodeURIComponent;
const tournament = (key: string): string => `/tournaments/${id(key)}`;

/** Every call the app makes, named as the contract names it. */
export const api = {
  createAccount: (account: T.NewAccount) =>
    mutate<T.Session>('POST', '/accounts', { json: { ...account, cookie: true } satisfies Body['NewAccount'], anonymous: true }),
  openGuestSession: (displayName: string | null) =>
    mutate<T.Session>('POST', '/guests', {
      json: { display_name: displayName, cookie: true } satisfies Body['NewGuest'],
      anonymous: true,
    }),
  keepAccount: (login: T.KeptLogin) => mutate<T.KeptAccount>('POST', '/account/login', { json: login }),
  signIn: (login: string, password: string) =>
    mutate<T.Session>('POST', '/sessions', { json: { login, password, cookie: true } satisfies Body['NewSession'], anonymous: true }),
  refreshSession: () => mutate<T.Session>('POST', '/sessions/refresh', { json: {}, anonymous: true }),
  signOut: () => mutate<undefined>('DELETE', '/sessions', { json: {}, anonymous: true }),
  changePassword: (password: string, next: string, endKeys: boolean) =>
    mutate<undefined>('POST', '/account/password', {
      json: { password, new_password: next, end_api_keys: endKeys } satisfies Body['ChangePasswordRequest'],
    }),
  endSessions: (keepKeys: boolean) => mutate<undefined>('DELETE', `/account/sessions?keep_api_keys=${keepKeys}`),
  /** How many API keys of the account and of its programs are good. */
  goodApiKeys: async () => (await get<Body['ListApiKeysResponse']>('/account/api-keys?page_size=1')).good,
  me: () => get<T.Me>('/me'),
  /** The federations whose rating officer the account is. */
  ownFederations: () => list<'federations', T.Federation>('/federations?mine=true', 'federations'),
  accountName: (account: string) => get<T.AccountName>(`/accounts/${id(account)}/name`),

  seatCode: (code: string) => get<T.SeatCode>(`/seats/${id(code)}`),
  claimSeat: (code: string) =>
    mutate<T.SeatClaim>('POST', '/seats/claim', { json: { code, cookie: true } satisfies Body['SeatClaimRequest'] }),

  tournaments: () => list<'tournaments', T.TournamentSummary>('/tournaments', 'tournaments'),

  announcements: (key: string) => list<'announcements', T.Announcement>(`${tournament(key)}/announcements`, 'announcements'),

  standings: (key: string, afterRound: number | null) =>
    get<T.Standings>(`${tournament(key)}/standings${afterRound === null ? '' : `?after_round=${afterRound}`}`),
  games: (key: string, round: number | null) =>
    list<'tables', T.Table>(`${tournament(key)}/games${round === null ? '' : `?round=${round}`}`, 'tables'),
  game: (key: string) => get<T.Table>(`/games/${id(key)}`),

  importPlayersList: (file: Blob) => mutate<T.PlayersListImport>('PUT', '/players-list', { bytes: { content: file, type: 'text/plain' } }),

  olderChat: (game: string, before: number) => get<T.Chat>(`/games/${id(game)}/chat?newest=true&most=100&before_number=${before}`),

  ticket: () => mutate<T.Ticket>('POST', '/tickets', { once: true }),
  time: async () => {
    const sent = performance.now();
    const answer = (await (await send('GET', '/time')).json()) as { server_time_ms: number };
    return { serverTimeMs: answer.server_time_ms, roundTripMs: performance.now() - sent };
  },
};
