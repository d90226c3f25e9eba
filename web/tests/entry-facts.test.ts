import { describe, expect, it } from 'vitest';
import type { Entrant } from '../src/contract/types';
import { entryLines } from '../src/event/entry-facts';

type Facts = NonNullable<Parameters<typeof entryLines>[1]>;
const PERSON = { federation_number: 0, absent_rounds: [] } as unknown as Entrant;
const lines = (facts: Partial<Facts>) => entryLines(PERSON, facts as Facts, null);

describe('what is known of an entry', () => {
  it.each<[Partial<Facts>, { what: string; said: string }[]]>([
    [{ refuses_computers: true, rather_than_bye: false }, [{ what: 'Computers', said: 'no game against one' }]],
    [{ refuses_computers: true, rather_than_bye: true }, [{ what: 'Computers', said: 'a game against one in place of a bye alone' }]],
    [{ refuses_computers: false, computer_parameters: 'depth 12' }, [{ what: 'Parameters', said: 'depth 12' }]],
    [{ refuses_computers: false, computer_parameters: null }, []],
  ])('%j', (facts, said) => expect(lines(facts)).toEqual(said));
});
