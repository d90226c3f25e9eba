import { router } from '../browser/router.svelte';
import type { HelpRole, Page } from '../browser/routes';
import { session } from './session.svelte';

/** For whom a page is, where it is for somebody. */
const ROLES: Partial<Record<Page, HelpRole>> = {
  claim: 'player',
  seat: 'player',
  desk: 'director',
  deskView: 'director',
  create: 'director',
  ratingOffice: 'rating-officer',
  ratingOfficeView: 'rating-officer',
  federations: 'rating-officer',
  webhooks: 'rating-officer',
  welcome: 'operator',
};
/** Where somebody may be anybody. */
const NOBODYS: readonly Page[] = ['home', 'signIn', 'account', 'missing', 'help', 'helpRole', 'helpReference', 'helpRules'];

/** Where the help of what is shown is: that of a player at a table, that of a spectator where everybody may look. */
export function helpHere(): string {
  const { page } = router.match;
  if (NOBODYS.includes(page)) return '/help';
  const seated = page === 'table' && session.seats.length > 0;
  return `/help/${ROLES[page] ?? (seated ? 'player' : 'spectator')}`;
}
