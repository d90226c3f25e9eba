import { t } from '../../i18n';
import { fullName } from '../../i18n/names';
import { listText } from '../../i18n';
import { actOn } from '../kit/act';
import { ofEntrant, type OnEntrant, type OnEvent } from '../kit/subjects';
import { numbers } from './fields';
import type { OnCheckIn } from './subjects';

const PAGE = '/t/:tournament/desk/entrants?part=check-in';
const MOST_ROUNDS = 99;

const gone = ({ entrant }: OnEntrant): string | null =>
  entrant.withdrawn_from_round > 0 ? t('entrants.withdrawn', { round: entrant.withdrawn_from_round }) : null;
const roundOf = ({ event, number }: OnCheckIn): { tournament_id: string; round: number } => ({ tournament_id: event.id, round: number });
const stateOf = ({ tournament, number }: OnCheckIn) => tournament.check_ins.find((one) => one.round === number);
/** The check-in that entrants may use now. */
export const openCheckInOf = ({ tournament }: OnEvent) => tournament.check_ins.find((one) => one.open);

export const openCheckIn = actOn<OnCheckIn>()('open_check_in', {
  place: { page: PAGE, at: 'Check-in' },
  title: ({ number }) => t('entrant.check_in.open', { round: number }),
  fields: {},
  blocked: (subject) => (stateOf(subject)?.open ? t('entrant.blocked.check_in_open') : null),
  path: roundOf,
});

export const closeCheckIn = actOn<OnCheckIn>()('close_check_in', {
  place: { page: PAGE, at: 'Check-in' },
  title: ({ number }) => t('entrant.check_in.close', { round: number }),
  fields: {},
  blocked: (subject) => (stateOf(subject)?.open ? null : t('entrant.blocked.no_check_in')),
  ask: (_, subject) => {
    const checked = stateOf(subject)?.entrant_ids ?? [];
    const missing = subject.tournament.entrants.filter(
      (one) => one.withdrawn_from_round === 0 && !one.absent_rounds.includes(subject.number) && !checked.includes(one.id),
    ).length;
    return missing > 0
      ? {
          title: t('entrant.check_in.close', { round: subject.number }),
          text: t('entrant.check_in.close.text', { count: missing }),
          agree: t('entrant.check_in.close', { round: subject.number }),
        }
      : null;
  },
  path: roundOf,
});

export const checkIn = actOn<OnEntrant>()('check_in', {
  place: { page: PAGE, at: 'a row of who is missing' },
  title: ({ entrant }) => t('entrant.check_in.for', { name: fullName(entrant) }),
  fields: {},
  blocked: (subject) => {
    const open = openCheckInOf(subject);
    if (!open) return t('entrant.blocked.no_check_in');
    return gone(subject) ?? (open.entrant_ids.includes(subject.entrant.id) ? t('entrant.blocked.checked_in') : null);
  },
  touches: ({ entrant }) => [entrant.id],
  path: ofEntrant,
});

export const announceAbsence = actOn<OnEntrant>()('announce_absence', {
  place: { page: PAGE, at: 'an entrant’s acts' },
  title: ({ entrant }) => t('entrant.absence', { name: fullName(entrant) }),
  fields: { rounds: numbers<OnEntrant>({ label: 'entrant.absence.rounds', hint: 'entrant.absence.hint', most: MOST_ROUNDS }) },
  name: ({ rounds }, { entrant }) =>
    t('entrant.absence.do', { count: rounds.length, name: fullName(entrant), rounds: listText(rounds.map(String)) }),
  blocked: gone,
  touches: ({ entrant }) => [entrant.id],
  path: ofEntrant,
  body: ({ rounds }) => ({ rounds }),
});

export const endAbsence = actOn<OnEntrant>()('end_absence', {
  place: { page: PAGE, at: 'an entrant’s acts' },
  title: ({ entrant }) => t('entrant.absence.end', { name: fullName(entrant) }),
  fields: {},
  blocked: (subject) => gone(subject) ?? (subject.entrant.absent_rounds.length === 0 ? t('entrant.blocked.not_absent') : null),
  touches: ({ entrant }) => [entrant.id],
  path: ofEntrant,
});
