import { helpHere } from '../../browser/help-here.svelte';
import { soundMove } from '../../browser/sound';
import { keepAwake } from '../../browser/wake-lock';
import { isCasual } from '../../event/life';
import type { LookedAt } from '../../event/looked-at.svelte';
import { ruledSentence } from '../../event/ruling';
import { t } from '../../i18n';
import { formatMoment } from '../../i18n/numbers';
import { live } from '../../live/live.svelte';
import { footOfSheets } from '../../ui/paper';
import { title } from '../../ui/title.svelte';
import type { Hand } from './hand.svelte';
import { speakOf } from './speaking.svelte';

interface Page {
  looked: LookedAt;
  hand: Hand;
  /** What the table is called. */
  name: () => string;
  /** What the page is called, from the event on. */
  path: () => readonly string[];
}

/** What goes on around the page of a table: the title calls, moves are heard, the screen stays on. To be called while it is being made. */
export function attend({ looked, hand, name, path }: Page): void {
  const { desk } = looked;
  const table = $derived(looked.table);
  const casual = $derived(table !== null && isCasual(table));

  $effect(() => {
    const here = table ? name() : desk.problem?.status === 404 ? t('table.none') : '';
    const call = table?.phase === 'live' && hand.own !== null && table.to_move === hand.own;
    title.page = call ? `${t('table.your_move')}, ${here}` : here;
  });

  $effect(() => {
    helpHere.casualTable = casual;
    return () => (helpHere.casualTable = false);
  });

  $effect(() => footOfSheets(() => t('print.foot', { what: path().join(` ${t('separator')} `), time: formatMoment(live.clock.now()) })));

  speakOf(
    () => table,
    () => hand.own,
    (ruling) => ruledSentence(ruling, desk.ruled.get(ruling.seq) ?? []),
    () => {
      soundMove();
      hand.forget();
    },
  );

  /** Whoever thinks for long touches nothing: the screen stays on from before the start to the end. */
  const awake = $derived(hand.own !== null && table !== null && ['armed', 'live', 'paused'].includes(table.phase));
  $effect(() => (awake ? keepAwake() : undefined));
}
