import { describe, expect, it } from 'vitest';
import { numbersIn } from '../src/acts/kit/account-numbers';
import { Form } from '../src/acts/kit/form.svelte';
import type { Raw } from '../src/acts/kit/field';
import type { OnEvent } from '../src/acts/kit/subjects';
import { describeTournament } from '../src/acts/setup/description';
import { createTournament, type OnNewEvent } from '../src/acts/setup/rules';
import type { Description, Rulings, Tournament } from '../src/contract/types';
import { rulingLog } from '../src/event/ruling-log';

const WRITTEN: Description = { place: 'Hall', organiser_name: null, contact: 'Ingrid', other_prizes: null, prospectus: 'One.\n\nTwo.' };

function on(description: Description | null): OnEvent {
  return { event: { id: 't1' } as OnEvent['event'], tournament: { description } as Tournament };
}
function form(description: Description | null, raw: Record<string, Raw> = {}): Form<OnEvent> {
  const made = new Form(describeTournament, () => on(description));
  Object.assign(made.raw, raw);
  return made;
}

describe('what an event says of itself', () => {
  it('begins with what is written, and is not sent again as it is', () => {
    const made = form(WRITTEN);
    expect(made.raw).toEqual({ place: 'Hall', organiser_name: '', contact: 'Ingrid', other_prizes: '', prospectus: 'One.\n\nTwo.' });
    expect(made.unfit).toBe('Nothing is changed yet.');
    expect(form(null).unfit).toBe('Nothing is changed yet.');
  });

  it('is sent whole: what is emptied is gone', () => {
    const made = form(WRITTEN, { place: ' online ', contact: '' });
    expect(made.unfit).toBeNull();
    expect(describeTournament.body(made.known, on(WRITTEN), 0)).toEqual({
      description: { place: 'online', organiser_name: null, contact: null, other_prizes: null, prospectus: 'One.\n\nTwo.' },
    });
  });

  it('is counted in bytes, as the server keeps it', () => {
    const why = (raw: Record<string, Raw>): (string | null)[] =>
      form(null, raw)
        .fields.filter((one) => one.why !== null)
        .map((one) => one.why);
    expect(why({ place: 'x'.repeat(200), prospectus: 'é'.repeat(4000) })).toEqual([]);
    expect(why({ place: 'é'.repeat(101), prospectus: 'é'.repeat(4001) })).toEqual(['2 bytes too long', '2 bytes too long']);
    expect(why({ contact: `é${'x'.repeat(499)}` })).toEqual(['1 byte too long']);
  });

  it('goes with a new event where anything is written', () => {
    const request: OnNewEvent['request'] = { name: 'Open', country: 'DNK', date: '2026-12-01' };
    const made = new Form(createTournament, () => ({ request }));
    expect(createTournament.body(made.known, { request }, 0)).toEqual(request);
    made.raw['place'] = 'online';
    expect(createTournament.body(made.known, { request }, 0)).toMatchObject({ ...request, description: { place: 'online' } });
  });

  it('is told in the log with who changed what', () => {
    const change = (at_ms: number, texts: string[]) => ({ at_ms, by_account_id: 'a', texts });
    const tournament = {
      entrants: [],
      rounds: [],
      early_ends: [],
      description_changes: [change(1, ['place', 'prospectus']), change(2, ['place'])],
    };
    const known = { rulings: [], disputes: [], protests: [], appeals: [], interests: [] } as unknown as Rulings;
    const log = rulingLog({ known, reports: [], tables: [], tournament: tournament as unknown as Tournament });
    expect(log.map(({ kind, what, atMs }) => [kind, what, atMs])).toEqual([
      ['text', 'Written anew: place', 2],
      ['text', 'Written anew: place and prospectus', 1],
    ]);
  });
});

describe('the numbers of accounts in a text', () => {
  const ONE = 'NUwFv1rR0dA4kq2bM-9_xQ';
  it.each([
    ['', []],
    ['Anna Berg', []],
    [ONE, [ONE]],
    [` ${ONE},\n${ONE} `, [ONE, ONE]],
    [`${ONE} Anna`, []],
  ])('%j: %j', (text, numbers) => expect(numbersIn(text)).toEqual(numbers));
});
