import { session } from '../../contract/session.svelte';
import { t } from '../../i18n';
import { actOn } from '../kit/act';
import { reason } from '../kit/fields';
import { ofEvent } from '../kit/subjects';
import type { OnFile } from './subjects';

const PLACE = { page: '/rating-office?event=:tournament', at: 'below the checks; also beside the rating file, /t/:tournament/documents' };
const LONGEST = 500;

/** Why whoever looks does not decide on this event, whatever is to be decided. */
export function notYours({ event, tournament, checks }: OnFile): string | null {
  if (!checks.officer) return t('office.blocked.officers');
  const account = session.account?.id;
  const hasPart = session.entrantIn(event.id) !== null || tournament.officials.some((one) => one.account_id === account);
  return hasPart ? t('office.blocked.own_event') : null;
}

/** How many things of a weight stand out. */
const stops = ({ checks }: OnFile): number => checks.checks.filter(({ weight }) => weight === 'stop').length;

export const approveEvent = actOn<OnFile>()('approve_event', {
  deed: null,
  place: PLACE,
  title: ({ tournament }) => t(tournament.lapsed_approval ? 'office.approve.renew' : 'office.approve'),
  fields: { reason: reason(LONGEST) },
  blocked: (subject) => {
    if (subject.tournament.approval) return t('office.blocked.approved');
    const isUnknown = subject.checks.checks.some(({ kind }) => kind === 'unapproved_director');
    return notYours(subject) ?? (isUnknown ? t('office.blocked.director') : null);
  },
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
});

export const withdrawApproval = actOn<OnFile>()('withdraw_approval', {
  deed: null,
  place: PLACE,
  title: () => t('office.withdraw'),
  fields: { reason: reason(LONGEST) },
  blocked: (subject) => (subject.tournament.approval ? notYours(subject) : t('office.blocked.not_approved')),
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
  danger: true,
});

export const releaseRatingFile = actOn<OnFile>()('release_rating_file', {
  deed: null,
  place: PLACE,
  title: ({ checks }) => t(checks.state === 'correction' ? 'office.release.correction' : 'office.release'),
  fields: { reason: reason(LONGEST, 'office.release.reason') },
  blocked: (subject) => {
    const { tournament, checks } = subject;
    if (checks.state === 'released') return t('office.blocked.released');
    if (!tournament.approval) return t('office.blocked.unapproved');
    if (tournament.ranking_version === 0) return t('office.blocked.unconfirmed');
    const count = stops(subject);
    if (count > 0) return notYours(subject) ?? t('office.blocked.stops', { count });
    const isSame = checks.released_by_account_id !== null && checks.released_by_account_id === session.account?.id;
    return notYours(subject) ?? (isSame ? t('office.blocked.same_officer') : null);
  },
  path: ofEvent,
  // Whatever came since is not released unseen.
  body: ({ reason }, { tournament }) => ({ ranking_version: tournament.ranking_version, reason }),
});

export const returnRatingFile = actOn<OnFile>()('return_rating_file', {
  deed: null,
  place: PLACE,
  title: () => t('office.return'),
  fields: { reason: reason(LONGEST, 'office.return.reason') },
  blocked: (subject) =>
    subject.checks.state === 'returned'
      ? t('office.blocked.returned')
      : ['waiting', 'correction'].includes(subject.checks.state ?? '')
        ? notYours(subject)
        : t('office.blocked.nothing_waits'),
  path: ofEvent,
  body: ({ reason }) => ({ reason }),
});
