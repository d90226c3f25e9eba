import { describe, expect, it } from 'vitest';
import { numbersIn } from '../src/acts/entrants/fields';
import { correct, register, withdraw } from '../src/acts/entrants/person';
import { issueLink } from '../src/acts/entrants/seat';
import type { OnSeat } from '../src/acts/entrants/subjects';
import { Form } from '../src/acts/kit/form.svelte';
import type { Raw } from '../src/acts/kit/field';
import type { OnEntrant, OnEvent } from '../src/acts/kit/subjects';
import { absoluteLink, addressIn, isOfOneMachine } from '../src/event/seat-link';
import { formatText } from '../src/event/format';
import type { Entrant, Tournament } from '../src/contract/types';

const ENTRANT = {
  id: 'e',
  given_names: 'Torunn',
  surname: 'Brandvold',
  country: 'NOR',
  rating: 1480,
  federation_number: 123,
  categories: { woman: true, junior: false, senior: false },
  withdrawn_from_round: 0,
  seated: false,
};
const on = (rules: object = {}, entrant: Partial<Entrant> = {}): OnSeat & OnEntrant & OnEvent =>
  ({
    event: { id: 't', interests: null },
    tournament: {
      summary: { country: 'NOR', rule_set: 'club' },
      nations: [{ country: 'NOR', host: true }],
      rule_set_json: JSON.stringify(rules),
      acts: [],
    },
    entrant: { ...ENTRANT, ...entrant },
    sentUntilMs: null,
  }) as unknown as OnSeat;

function bodyOf(rules: object, raw: Record<string, Raw>): object | undefined {
  const form = new Form(register, () => on(rules));
  Object.assign(form.raw, raw);
  expect(form.missing).toEqual([]);
  return register.body(form.known, on(rules), 0);
}

describe('somebody who is entered by hand', () => {
  it('is what the form says, and nothing that was left empty', () =>
    expect(bodyOf({}, { surname: ' Brandvold ', given_names: 'Torunn', categories: ['woman'] })).toEqual({
      surname: 'Brandvold',
      given_names: 'Torunn',
      country: 'NOR',
      categories: { woman: true, junior: false, senior: false },
    }));

  it.each(['99999 !!', '—', '1'])('has no name of %j', (surname) => {
    const form = new Form(register, () => on());
    Object.assign(form.raw, { surname });
    expect(form.missing).toEqual(['Surname']);
    expect(form.fields.find(({ name }) => name === 'surname')?.why).toBe(`“${surname}” is no name: it has no letter.`);
  });

  it('says for which nation they stand where the rules ask, as a resident of when', () => {
    const rules = { teams: { citizens_or_residents: true, host_additional_player: true } };
    const raw = { surname: 'Berg', stands: 'resident', resident_from: '2026-01-15', additional: true };
    expect(bodyOf(rules, raw)).toMatchObject({
      representation: { citizen: false, residences: [{ first_day: '2026-01-15', last_day: null }] },
      additional: true,
    });
    expect(bodyOf({}, { surname: 'Berg' })).not.toHaveProperty('representation');
  });
});

describe('a correction', () => {
  it('begins with what the list says, and needs its reason', () => {
    const form = new Form(correct, () => on());
    expect(form.raw).toMatchObject({ surname: 'Brandvold', given_names: 'Torunn', country: 'NOR', rating: '1480', categories: ['woman'] });
    expect(form.missing).toEqual(['Why']);
  });
});

describe('what cannot be undone asks first', () => {
  it.each([
    ['for the first link of a seat', {}, null, null],
    ['for another link in place of one that was sent', {}, 5_000, 'It ends the link'],
    ['for a seat that is taken', { seated: true }, null, 'the device that has it now loses it'],
  ] as const)('%s', (_, entrant, sentUntilMs, text) => {
    const asked = issueLink.ask({}, { ...on({}, entrant), sentUntilMs });
    if (text === null) expect(asked).toBeNull();
    else expect(asked?.text).toContain(text);
  });

  it.each([
    ['egp-2020', 'EGP II.6'],
    ['woc-2024', 'WOC II.7'],
    ['club', null],
  ])('a withdrawal under %s quotes %j', (rule_set, rule) => {
    const subject = on();
    const summary = { ...subject.tournament.summary, rule_set };
    expect(withdraw.ask({}, { ...subject, tournament: { ...subject.tournament, summary } })?.rule).toBe(rule);
  });
});

describe('numbers of rounds and tables', () => {
  it.each([
    ['1, 4-6', [1, 4, 5, 6]],
    ['6–4', null],
    ['2 2;3', [2, 3]],
    ['0', null],
    ['100', null],
    ['four', null],
  ])('%j', (text, numbers) => expect(numbersIn(text, 99)).toEqual(numbers));
});

describe('the address of a seat link', () => {
  const HERE = 'http://127.0.0.1:8080';
  const LINK = 'http://127.0.0.1:8080/claim#ABCD';

  it('is the server’s, or the one that players reach', () => {
    expect(absoluteLink(LINK, '', HERE)).toBe(LINK);
    expect(absoluteLink('/claim#ABCD', '', HERE)).toBe(LINK);
    expect(absoluteLink(LINK, 'http://192.168.1.5:8080', HERE)).toBe('http://192.168.1.5:8080/claim#ABCD');
  });

  it.each([
    ['http://127.0.0.1:8080', true],
    ['http://localhost', true],
    ['http://[::1]:80', true],
    ['http://192.168.1.5', false],
    ['https://play.example.org', false],
  ])('%s works on one machine alone: %j', (address, alone) => expect(isOfOneMachine(address)).toBe(alone));

  it.each([
    ['play.example.org', 'https://play.example.org'],
    ['http://192.168.1.5:8080/claim', 'http://192.168.1.5:8080'],
    ['no host', null],
    ['ftp://play.example.org', null],
    ['not%20an%20address', null],
    ['mailto:ove@example.org', null],
    ['[::2]:8080', 'https://[::2]:8080'],
  ])('%j is read as %j', (typed, address) => expect(addressIn(typed, 'https:')).toBe(address));
});

describe('the format before there is one', () => {
  it.each([
    [{ format: null, entrants_needed: 2, format_refusal: null }, 'The format follows once 2 more players are entered.'],
    [{ format: null, entrants_needed: 1, format_refusal: null }, 'The format follows once 1 more player is entered.'],
    [{ format: null, entrants_needed: null, format_refusal: { detail: 'No format for 1025.' } }, 'No format for 1025.'],
    [{ format: 'Swiss system', entrants_needed: null, format_refusal: null }, 'Swiss system'],
  ])('%j', (known, text) => expect(formatText(known as Tournament)).toBe(text));
});
