import { describe, expect, it } from 'vitest';
import { findingsOf } from '../src/pages/desk/entrants/paste/findings';
import { cellsOf, countryIn, partName, readList, type ListRow } from '../src/pages/desk/entrants/paste/read-list';
import type { Entrant, ListedPlayer } from '../src/contract/types';

const BERG = { surname: 'Berg', given_names: 'Ove', country: 'NOR', rating: '1500', number: '140012' };
const brief = ({ surname, given_names, country, rating, number }: ListRow) => ({ surname, given_names, country, rating, number });

describe('a pasted list', () => {
  it.each([
    ['semicolons and heads', 'Surname;Given names;Country;Rating;Number\nBerg;Ove;NOR;1500;140012'],
    ['tabs and heads in another order', 'Nation\tElo\tID\tFirst name\tLast name\nNorway\t1500\t140012\tOve\tBerg'],
    ['commas, quotes and one column of names', 'no,name,country,rating\n140012,"Berg, Ove",nor,1500'],
    ['semicolons without heads', 'Berg;Ove;NOR;1500;140012\nDahl;Tove;DNK;1400;220001'],
    ['commas without heads', 'Berg,Ove,NOR,1500,140012\nDahl,Tove,DNK,1400,220001'],
    ['tabs, line numbers and names as “Surname, Given”', '1\tBerg, Ove\tNorway\t1500\t140012\n2\tDahl, Tove\tDenmark\t1400\t220001'],
    ['a byte-order mark, old line ends and empty lines', '\uFEFFSurname;Given;Nat;Rating;No\r\n\r\nBerg;Ove;NOR;1500;140012\r\n'],
  ])('is read with %s', (_, text) => {
    const { rows, unreadable } = readList(text);
    expect(brief(rows[0] as ListRow)).toEqual(BERG);
    expect(unreadable).toEqual([]);
  });

  it('of names alone has nothing else', () => {
    const { rows, columns, hasHeads } = readList('Berg, Ove\nTove Dahl\nSKAUGEN Marit');
    expect(rows.map((row) => [row.surname, row.given_names])).toEqual([
      ['Berg', 'Ove'],
      ['Dahl', 'Tove'],
      ['SKAUGEN', 'Marit'],
    ]);
    expect([columns, hasHeads]).toEqual([['name'], false]);
  });

  it.each([
    ['1. Tove Dahl\n2. Ove Berg 1500\n3) Runa Lie', 'Ove Berg NOR? 1500'],
    ['- Tove Dahl\n- Ove Berg, 1500\n- Runa Lie', 'Ove Berg NOR? 1500'],
    ['Tove Dahl\nBerg, Ove (1500)\nRuna Lie', 'Ove Berg NOR? 1500'],
    ['Tove Dahl\nOve Berg (NOR) 1500\nRuna Lie', 'Ove Berg NOR 1500'],
    ['Tove Dahl\nOve Berg NOR\nRuna LIE', 'Ove Berg NOR '],
    ['Tove Dahl\nOve Berg 15oo\nRuna Lie', 'Ove Berg NOR? 15oo'],
  ])('of names as a message has them: %j', (text, wanted) => {
    const { rows, unreadable } = readList(text);
    const said = ({ given_names, surname, country, rating }: ListRow): string => `${given_names} ${surname} ${country || 'NOR?'} ${rating}`;
    expect([rows.length, said(rows[1] as ListRow), unreadable]).toEqual([3, wanted, []]);
    expect(said(rows[0] as ListRow)).toBe('Tove Dahl NOR? ');
    expect(said(rows[2] as ListRow).toLowerCase()).toBe('runa lie nor? ');
  });

  it('is read where each line has a delimiter of its own', () => {
    const { rows } = readList('Tove Dahl\tDNK\t1400\nOve Berg;NOR;1500\nRuna Lie, NOR, 1600\nDahl, Tore');
    expect(rows.map(({ given_names, surname, country, rating }) => [given_names, surname, country, rating])).toEqual([
      ['Tove', 'Dahl', 'DNK', '1400'],
      ['Ove', 'Berg', 'NOR', '1500'],
      ['Runa', 'Lie', 'NOR', '1600'],
      ['Tore', 'Dahl', '', ''],
    ]);
  });

  it('keeps a country that nobody knows, so that it is found', () => {
    expect(readList('Ove Berg;XXX;1500').rows[0]).toMatchObject({ surname: 'Berg', country: 'XXX', rating: '1500' });
  });

  it('says which lines it cannot read, by their number', () => {
    const { rows, unreadable } = readList('Surname;Country\nBerg;NOR\n;SWE\n"Dahl;DNK');
    expect(rows.map((row) => row.line)).toEqual([2]);
    expect(unreadable).toEqual([
      { line: 3, text: ';SWE' },
      { line: 4, text: '"Dahl;DNK' },
    ]);
  });

  it('knows women, juniors and seniors by columns or by words', () => {
    const { rows } = readList('Name;Sex;Category\nTove Dahl;F;\nOve Berg;M;Junior\nMarit Skaugen;;women, senior');
    expect(rows.map((row) => [row.woman, row.junior, row.senior])).toEqual([
      [true, false, false],
      [false, true, false],
      [true, false, true],
    ]);
  });

  it('keeps what is no country as it stood there', () =>
    expect(readList('Name;Country\nBerg, Ove;Nowhere').rows[0]?.country).toBe('Nowhere'));
});

describe('its pieces', () => {
  it.each([
    ['a;"b;c";d', ['a', 'b;c', 'd']],
    ['"say ""no""";x', ['say "no"', 'x']],
    ['5" disc;x', ['5" disc', 'x']],
    ['"open;x', null],
  ])('cells of %j', (line, cells) => expect(cellsOf(line, ';')).toEqual(cells));

  it.each([
    ['nor', 'NOR'],
    ['Norway', 'NOR'],
    ['GER', 'DEU'],
    ['Atlantis', null],
    ['', null],
  ])('country %j', (text, code) => expect(countryIn(text)).toBe(code));

  it.each([
    ['van der Berg, Ove', { surname: 'van der Berg', given_names: 'Ove' }],
    ['Ove BERG', { surname: 'BERG', given_names: 'Ove' }],
    ['Ove', { surname: 'Ove', given_names: '' }],
  ])('name %j', (name, parts) => expect(partName(name)).toEqual(parts));
});

describe('findings before anything is taken', () => {
  const row = (parts: Partial<ListRow> = {}): ListRow => ({ line: 2, ...BERG, woman: false, junior: false, senior: false, ...parts });
  const player = { federation_number: 140_012, surname: 'BERG', given_names: 'Ove', country: 'NOR', rating: 1500 } as ListedPlayer;
  const found = { state: 'found', player } as const;
  const texts = (one: ListRow, rows = [one], entrants: Partial<Entrant>[] = [], lookUp: Parameters<typeof findingsOf>[3] = found) =>
    findingsOf(one, rows, entrants as Entrant[], lookUp).map(({ text, stops, again }) => [text, stops, again === true]);

  it.each([
    [{ surname: '99999 !!' }, '“99999 !!” is no name: it has no letter.'],
    [{ surname: '' }, 'The surname is missing.'],
    [{ surname: '', unread: '"Berg' }, 'It cannot be read. Type who it is.'],
    [{ country: 'Atlantis' }, 'There is no country “Atlantis”.'],
    [{ country: '' }, 'The country is missing.'],
    [{ rating: '15oo' }, '“15oo” is no rating: a whole number from 1 to 4,000.'],
    [{ number: '1234567' }, '“1234567” is no federation number: a whole number from 1 to 999,999.'],
  ])('%j stops the line', (parts, text) =>
    expect(texts(row(parts), undefined, [], { state: 'waits' })).toContainEqual([text, true, false]),
  );

  it('says nothing of who stands in the players list just so', () => expect(texts(row())).toEqual([]));

  it('says who is there twice, and leaves the later line out', () => {
    const first = row();
    const again = row({ line: 5, given_names: 'ove', number: '' });
    expect(texts(again, [first, again], [], { state: 'waits' })).toEqual([['The same person as in line 2.', false, true]]);
    expect(texts(first, [first, again], [])).toEqual([['The same person as in line 5.', false, false]]);
    const there = { surname: 'Berg', given_names: 'Ove', country: 'NOR', federation_number: 1, withdrawn_from_round: 0 };
    expect(texts(first, [first], [there])).toEqual([['Ove Berg is entered already.', false, true]]);
  });

  it('holds numbers against the players list', () => {
    expect(texts(row(), undefined, [], { state: 'none' })).toEqual([['Nobody in the players list has number 140012.', false, false]]);
    expect(texts(row({ surname: 'Dahl' }))).toEqual([['Number 140012 of the players list is Ove BERG, NOR.', false, false]]);
    expect(texts(row({ rating: '1400' }))).toEqual([['The players list says 1500.', false, false]]);
    expect(texts(row({ number: '' }))).toEqual([['In the players list: number 140012, rating 1500.', false, false]]);
    expect(texts(row(), undefined, [], { state: 'no_list' })).toEqual([]);
  });
});
