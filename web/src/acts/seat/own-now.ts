import { listText, say, t } from '../../i18n';
import { announceAbsence, checkIn, endAbsence, openCheckInOf } from '../entrants/presence';
import type { OnEntry } from '../entrants/subjects';
import { own, settled } from '../kit/own';
import type { OnEntrant } from '../kit/subjects';

export const NOW = 'the first thing on it';

const openRound = (subject: OnEntrant): number => openCheckInOf(subject)?.round ?? 0;
export const numbersText = (rounds: readonly number[]): string => listText(rounds.map(String));
const absences = ({ entrant, tournament }: OnEntrant): number[] => entrant.absent_rounds.filter((one) => one > tournament.summary.round);

export const ownCheckIn = own<OnEntry>(checkIn, {
  at: NOW,
  title: (subject) => t('own.check_in', { round: openRound(subject) }),
});

/** Whoever has checked in and cannot come after all misses that round: the pairing passes over them. */
export const ownCheckOut = own<OnEntry>(
  settled(announceAbsence, (subject) => ({ rounds: [openRound(subject)] })),
  {
    at: NOW,
    title: (subject) => t('own.check_out', { round: openRound(subject) }),
    blocked: (subject) => {
      const open = openCheckInOf(subject);
      if (!open) return say('entrant.blocked.no_check_in');
      if (!open.entrant_ids.includes(subject.entrant.id)) return say('own.blocked.not_checked_in');
      return subject.entrant.absent_rounds.includes(open.round) ? say('own.blocked.absent') : announceAbsence.blocked(subject);
    },
  },
);

export const ownReturn = own<OnEntry>(endAbsence, {
  at: 'What you can do',
  title: (subject) => {
    const rounds = absences(subject);
    return rounds.length === 0 ? say('own.return') : t('own.return.do', { count: rounds.length, rounds: numbersText(rounds) });
  },
  blocked: (subject) => {
    const barred = endAbsence.blocked(subject);
    if (barred !== null) return barred;
    return absences(subject).length === 0 ? say('entrant.blocked.not_absent') : null;
  },
});
