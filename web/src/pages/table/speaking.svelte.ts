import { untrack } from 'svelte';
import { leftAt } from '../../clock/clock';
import type { Color, Ruling, Table } from '../../contract/types';
import { isHidden } from '../../event/life';
import { t } from '../../i18n';
import { live } from '../../live/live.svelte';
import { now } from '../../live/ticker';
import { announcer } from '../../ui/announcer.svelte';
import { narrate, warningBetween } from './narrate';

/**
 * Has the screen reader told what happens at a table, to whom it happens. `ruled` says what an official's act did; `played` is
 * called when something was played. Where several tables are on one page each says with `named` which it is.
 */
export function speakOf(
  tableOf: () => Table | null,
  ownOf: () => Color | null,
  ruled: (ruling: Ruling) => string,
  played: () => void,
  named: (said: string) => string = (said) => said,
): void {
  let before: Table | null = null;
  $effect(() => {
    const after = tableOf();
    if (before && after && after.seq > before.seq) {
      const { polite, assertive } = narrate(before, after, ownOf(), ruled);
      if (polite) announcer.say(named(polite));
      if (assertive) announcer.alarm(named(assertive));
      if (after.plies.length > before.plies.length && !isHidden(before)) played();
    }
    before = after;
  });

  let lastLeft = Infinity;
  $effect(() => {
    const [table, own] = [tableOf(), ownOf()];
    if (!table || own === null || table.clocks.running !== own) {
      lastLeft = Infinity;
      return;
    }
    const left = leftAt(table.clocks, own, now());
    const warning = warningBetween(lastLeft, left);
    if (warning !== null && lastLeft !== Infinity) announcer.alarm(named(t('table.last_said', { seconds: warning })));
    lastLeft = left;
  });

  let wasOnline = true;
  $effect(() => {
    const online = live.online || live.brokenSince === null;
    const [table, own] = untrack(() => [tableOf(), ownOf()]);
    if (own && wasOnline !== online) {
      const cut = table?.clocks.running === own ? 'table.offline_said.clock' : 'table.offline_said';
      announcer.alarm(t(online ? 'table.online_said' : cut));
    }
    wasOnline = online;
  });
}
