import { call } from '../../contract/call';
import type { AccountConduct, ModerationAct, PlayerReport } from '../../contract/types';
import { Paged } from '../../live/paged.svelte';

const AT_ONCE = 50;

const query = (token: string | null, account: string | null): { page_size: number; page_token?: string; account_id?: string } => ({
  page_size: AT_ONCE,
  ...(token !== null && { page_token: token }),
  ...(account !== null && { account_id: account }),
});

/** Reports, those that are open first; about one account, or about anybody. `opened` is told how many are open. */
export const reportsAbout = (account: string | null, opened: (open: number) => void = () => undefined): Paged<PlayerReport> =>
  new Paged(async (token) => {
    const { reports, open, next_page_token: next } = await call('list_player_reports', { path: {}, query: query(token, account) });
    opened(open);
    return { items: reports, next };
  });

/** The log, the latest first; about one account, or about anybody. */
export const logAbout = (account: string | null): Paged<ModerationAct> =>
  new Paged(async (token) => {
    const { acts, next_page_token: next } = await call('list_moderation_acts', { path: {}, query: query(token, account) });
    return { items: acts, next };
  });

/** Accounts that stand out, the worst first. `counted` is told since when games are counted, cluster time in ms. */
export const conduct = (counted: (sinceMs: number) => void): Paged<AccountConduct> =>
  new Paged(async (token) => {
    const { accounts, next_page_token: next, since_ms: sinceMs } = await call('list_conduct', { path: {}, query: query(token, null) });
    counted(sinceMs);
    return { items: accounts, next };
  });
