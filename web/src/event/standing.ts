import { accountNames } from '../contract/account-names.svelte';
import { session } from '../contract/session.svelte';
import type { Tournament } from '../contract/types';
import { t } from '../i18n';
import { formatMoment } from '../i18n/numbers';

/** What an account is called, where whoever looks is told names; else null. */
const named = (account: string): string | null => (session.account === null ? null : accountNames.of(account));

/** How an event's rating file stands, in a sentence; a file that was given back is told with what its officer wrote. */
export function standingSentence({ rating_state: state, approval, released }: Tournament): string {
  const approved = (): string | null => {
    if (!approval) return null;
    const [name, moment] = [named(approval.account_id), formatMoment(approval.at_ms)];
    const isWaiting = state === 'waiting';
    if (name === null || approval.federation === null) return t(isWaiting ? 'stands.waiting.approved' : 'stands.approved', { moment });
    const said = { name, federation: approval.federation, moment };
    return isWaiting ? t('stands.waiting.approved.by', said) : t('stands.approved.by', said);
  };
  switch (state) {
    case 'announced':
      return t('stands.announced');
    case 'approved':
      return approved() ?? '';
    case 'waiting':
      return approved() ?? t('stands.waiting');
    case 'correction':
      return t('stands.correction');
    case 'withdrawn':
      return t('stands.withdrawn');
    case 'released': {
      if (!released) return approval ? t('stands.released.earlier', { moment: formatMoment(approval.at_ms) }) : '';
      const [name, moment] = [named(released.by_account_id), formatMoment(released.at_ms)];
      return name === null ? t('stands.released', { moment }) : t('stands.released.by', { name, moment });
    }
    case 'returned':
      return t('stands.returned');
    default:
      return '';
  }
}
