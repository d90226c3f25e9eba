import { NOTICES_MIN, noticeMinutes } from '../../event/timetable';
import { t } from '../../i18n';
import { formatMoment } from '../../i18n/numbers';
import { askedIf, type Field, type Known, type Option } from './field';
import { moment, oneOf } from './fields';
import type { OnEvent } from './subjects';

const PLANNED = 'planned';
const AT = 'at';

/** When the next round starts: as the timetable has it, now, in some minutes, or at a moment. */
export function startFields<S extends OnEvent>(planned: (subject: S) => number | null) {
  const options = (subject: S): Option[] => {
    const plan = planned(subject);
    return [
      ...(plan === null ? [] : [{ value: PLANNED, text: t('start.planned', { moment: formatMoment(plan) }) }]),
      { value: '0', text: t('start.now') },
      ...NOTICES_MIN.map((count) => ({ value: `${count}`, text: t('start.in', { count }) })),
      { value: AT, text: t('start.at') },
    ];
  };
  const start: Field<string, S> = oneOf<S>({
    label: 'start.label',
    options,
    initial: (subject) => (planned(subject) === null ? `${noticeMinutes(subject.tournament)}` : PLANNED),
  });
  return { start, at: askedIf<number, S>(({ start }: Known) => start === AT, moment<S>({ label: 'start.moment' })) };
}

/**
 * The start as the contract takes it: null leaves it to the timetable, or to now where that has none. Whole ten seconds, never
 * less notice than was picked: the request itself takes a moment.
 */
export function startBody({ start, at }: { start: string; at: number | undefined }, isPlanned: boolean, nowMs: number): number | null {
  if (start === PLANNED || (start === '0' && !isPlanned)) return null;
  if (start === AT) return at ?? null;
  return Math.ceil((nowMs + Number(start) * 60_000 + 2_000) / 10_000) * 10_000;
}
