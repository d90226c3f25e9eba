/** The championship as its journeys know it. */
import type { Page } from '@playwright/test';
import type { Desk } from '../../harness/desk';
import { pictures } from '../../harness/pictures';
import type { Rest, Schemas } from '../../harness/rest';

export interface Event {
  id: string;
  desk: Desk;
  /** The director’s program: what the pages said is read back by it. */
  rest: Rest;
}

export const look = ({ rest, id }: Event): Promise<Schemas['Tournament']> => rest.call('get_tournament', { tournament_id: id });

/** With `PICTURES=1` keeps pictures of the whole page on every screen, in light and in dark. */
export async function shot(page: Page, name: string): Promise<void> {
  if (process.env['PICTURES'] === '1') await pictures(page, `world-championship-${name}`, { whole: true });
}
