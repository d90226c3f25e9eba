import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import document_ from '../../gateway/openapi.json';
import { valueText } from '../src/event/criteria';
import { CHECK_KINDS } from '../src/event/rating-office';
import { speak, t, type Part } from '../src/i18n';
import { countries, countryCode, countryName } from '../src/i18n/countries';
import { firstSpoken, LANGUAGES, type Language } from '../src/i18n/language';
import { fullName, know } from '../src/i18n/names';
import { formatDay, formatDecimal, formatMonth, formatTime } from '../src/i18n/numbers';
import { SPOKEN } from '../src/i18n/parts';
import { fitting } from '../src/i18n/foreign/refusals';
import { english as englishSentence, piecesOf, refusal, told } from '../src/i18n/server-words';
import type { Fixed, Forms, Refusals, Sentences } from '../src/i18n/translation';

type Message = string | Forms;

const tags = Object.keys(LANGUAGES) as Language[];
const others = tags.filter((tag) => tag !== 'en');
const english = (await SPOKEN.en()).parts;
const names = Object.keys(english) as Part[];

const formsOf = (message: Message): string[] => (typeof message === 'string' ? [message] : Object.values(message));
const placesOf = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)(?::\?)?\}/g)].map(([, name = '']) => name))].sort();
const union = (all: string[][]): string[] => [...new Set(all.flat())];
const common = (all: string[][]): string[] => (all[0] ?? []).filter((one) => all.every((places) => places.includes(one)));
const categoriesOf = (tag: Language): string[] => new Intl.PluralRules(tag).resolvedOptions().pluralCategories.toSorted();

async function textsOf(tag: Language, part: Part): Promise<Record<string, Message>> {
  return (await (await SPOKEN[tag]()).parts[part]()) as Record<string, Message>;
}
const refusalsOf = async (tag: Language): Promise<Refusals> =>
  ((await import(`../src/i18n/${tag}/refusals.ts`)) as { refusals: Refusals }).refusals;
const sentencesOf = async (tag: Language): Promise<Sentences> =>
  ((await import(`../src/i18n/${tag}/sentences.ts`)) as { sentences: Sentences }).sentences;

const fixedOf = async (tag: Language): Promise<Fixed> => ((await import(`../src/i18n/${tag}/fixed.ts`)) as { fixed: Fixed }).fixed;

afterAll(() => speak('en'));

describe.each(tags)('the texts in %s', (tag) => {
  it('have every part', async () => {
    expect(Object.keys((await SPOKEN[tag]()).parts)).toEqual(names);
  });

  it.each(names)('have every key and place of %s, and the forms of the language', async (part) => {
    const [wanted, found] = [await textsOf('en', part), await textsOf(tag, part)];
    expect(Object.keys(found)).toEqual(Object.keys(wanted));
    for (const [key, message] of Object.entries(wanted)) {
      const said = found[key] ?? '';
      expect(typeof said, key).toBe(typeof message);
      if (typeof said !== 'string') expect(Object.keys(said).toSorted(), key).toEqual(categoriesOf(tag));
      const all = formsOf(message).map(placesOf);
      for (const text of formsOf(said)) {
        const places = placesOf(text);
        expect(union([places, common(all)]).toSorted(), `${key} lacks a place`).toEqual(places);
        expect(
          places.filter((place) => !union(all).includes(place)),
          `${key} has places of its own`,
        ).toEqual([]);
      }
    }
  });

  it('keep to the tone: no exclamation marks, no typewriter quotes, no double hyphens', async () => {
    const all = (await Promise.all(names.map((part) => textsOf(tag, part)))).flatMap((texts) => Object.entries(texts));
    for (const [key, message] of all) for (const text of formsOf(message)) expect(text, key).not.toMatch(/[!！]|'|"|--/);
  });
});

it('the texts in French have no plain blank beside a sign that stands apart', async () => {
  const parts = await Promise.all(names.map((part) => textsOf('fr', part)));
  for (const texts of [...parts, await refusalsOf('fr'), await sentencesOf('fr'), await fixedOf('fr')]) {
    for (const [key, text] of Object.entries(texts)) expect(JSON.stringify(text), key).not.toMatch(/ [:;?!»]|« /);
  }
});

/** The sentences of each code, by the document that the contracts make. */
const SENTENCES = new Map<string, string[]>();
for (const [, code = '', sentences = ''] of readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8').matchAll(
  /^\| `(\w+)` \| (.*?) \| /gm,
)) {
  SENTENCES.set(code, [...(SENTENCES.get(code) ?? []), ...sentences.split('<br>')]);
}

describe.each(others)('the refusals in %s', (tag) => {
  it('have every code, and no other', async () => {
    expect(SENTENCES.size).toBeGreaterThan(500);
    expect(Object.keys(await refusalsOf(tag)).toSorted()).toEqual([...SENTENCES.keys()].toSorted());
  });

  it('have a text for each set of values, which is a general one where the server has several sentences', async () => {
    const refusals: Refusals = await refusalsOf(tag);
    for (const [code, sentences] of SENTENCES) {
      const texts = refusals[code] ?? [];
      const said = texts.map((text) => placesOf(typeof text === 'string' ? text : text.general).join());
      const wanted = new Set(sentences.map((sentence) => placesOf(sentence).join()));
      expect(said.toSorted(), code).toEqual([...wanted].toSorted());
      for (const places of wanted) {
        const several = new Set(sentences.filter((sentence) => placesOf(sentence).join() === places)).size > 1;
        if (several) expect(texts[said.indexOf(places)], `${code} {${places}}`).toBeTypeOf('object');
      }
    }
  });
});

describe.each(others)('what a server tells otherwise in %s', (tag) => {
  const schemas = document_.components.schemas;
  /** The words in which a field of the contract says what its values are. */
  const wordsOf = (description: string): string[] => [...description.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
  const teamSteps = wordsOf(schemas.TeamRow.properties.decided_by.description);
  const listed: [prefix: string, words: string[]][] = [
    ['decided', wordsOf(schemas.Decided.properties.code.description)],
    ['verdict', wordsOf(schemas.Verdict.properties.code.description)],
    ['finals', wordsOf(schemas.FinalsRemark.properties.code.description)],
    // A departure is told by what it departs from.
    ['stands_out', [...CHECK_KINDS].filter((kind) => kind !== 'departure')],
    ['why', ['set', 'only', 'excluded', 'without', 'with', 'bye']],
    ['papp', wordsOf(schemas.PappFinding.properties.code.description)],
    ['untold', wordsOf(schemas.GetPappFilesResponse.properties.untold_sentences.description)],
    ['team.first', teamSteps],
    ['team.behind', teamSteps],
    ['match', wordsOf(schemas.FinalsMatch.properties.decided_by.description)],
  ];

  it('has the keys and places of every other language', async () => {
    const [first, found] = [await sentencesOf('fr'), await sentencesOf(tag)];
    expect(Object.keys(found)).toEqual(Object.keys(first));
    for (const [key, message] of Object.entries(found)) {
      const places = (one: Message): string[] => union(formsOf(one).map(placesOf)).toSorted();
      expect(places(message), key).toEqual(places(first[key] ?? ''));
      if (typeof message !== 'string') expect(Object.keys(message).toSorted(), key).toEqual(categoriesOf(tag));
    }
  });

  it.each(listed)('has a text for each word of %s', async (prefix, words) => {
    const keys = Object.keys(await sentencesOf(tag));
    expect(words.length).toBeGreaterThan(2);
    expect(words.filter((word) => !keys.some((key) => key === `${prefix}.${word}` || key.startsWith(`${prefix}.${word}.`)))).toEqual([]);
  });
});

describe.each(others)('the sentences that are always the same, in %s', (tag) => {
  const PRESETS = join(import.meta.dirname, '../../engine/tests/presets');
  /** The readings and the duties of every rule set that comes with the server. */
  const said = new Set(
    readdirSync(PRESETS).flatMap((file) => {
      const { readings, rule_set_document } = JSON.parse(readFileSync(join(PRESETS, file), 'utf8')) as {
        readings: { name: string; detail: string }[];
        rule_set_document: { duties: { text: string }[] };
      };
      return [...readings.flatMap(({ name, detail }) => [name, detail]), ...rule_set_document.duties.map(({ text }) => text)];
    }),
  );

  it('are those of the rule sets, and no other', async () => {
    expect(said.size).toBeGreaterThan(80);
    expect(Object.keys(await fixedOf(tag)).toSorted()).toEqual([...said].toSorted());
  });

  it('stand in their place; what a director wrote stays as it is, and is marked', async () => {
    await speak(tag);
    const own = 'A bye scores one point, and a coffee.';
    englishSentence('A bye scores one point.');
    await expect.poll(() => englishSentence('A bye scores one point.')).toBe((await fixedOf(tag))['A bye scores one point.']);
    expect(piecesOf(englishSentence(own))).toEqual([{ text: own, lang: 'en' }]);
    expect(englishSentence('toString')).toBe('toString');
  });
});

describe('the language', () => {
  it('is the first that the app speaks, and English where it speaks none', () => {
    expect(firstSpoken(['', '', 'fr-CA', 'en'])).toBe('fr');
    expect(firstSpoken(['de', 'nb-NO', 'ja'])).toBe('ja');
    expect(firstSpoken(['de', 'constructor'])).toBe('en');
    expect(firstSpoken([])).toBe('en');
  });
});

describe('in another language', () => {
  it('French has forms of its own for one, many and others', async () => {
    await speak('fr');
    expect(t('event.players.count', { count: 0 })).toMatch(/^0 joueur$/);
    expect(t('event.players.count', { count: 2 })).toMatch(/joueurs$/);
    expect(t('event.players.count', { count: 1_000_000 })).toMatch(/ de joueurs$/);
    expect(formatDay('2027-02-13')).toBe('samedi 13 février 2027');
    expect(formatMonth('2027-02')).toBe('février 2027');
    expect(formatDecimal(12.5, 2)).toBe('12,50');
    expect(['152.0', '7', ''].map(valueText)).toEqual(['152,0', '7', '']);
    expect(formatTime(0)).toMatch(/^\d\d:\d\d:\d\d$/);
    expect(countryName('DNK')).toBe('Danemark');
    expect(countries()[0]?.name).toBe('Afghanistan');
  });

  it('Japanese has one form, surnames first, and names of countries that are also read in English', async () => {
    await speak('ja');
    expect(t('event.players.count', { count: 1 })).toBe(t('event.players.count', { count: 2 }).replace('2', '1'));
    expect(fullName({ surname: '長谷川', given_names: '武' })).toBe('長谷川 武');
    expect(fullName({ surname: 'Thyholm', given_names: '' })).toBe('Thyholm');
    expect(formatDay('2027-02-13')).toBe('2027年2月13日土曜日');
    expect([countryCode('ノルウェー'), countryCode('norway'), countryCode('NOR'), countryCode('nowhere')]).toEqual([
      'NOR',
      'NOR',
      'NOR',
      null,
    ]);
  });

  it('English is as it was', async () => {
    await speak('en');
    expect(t('event.players.count', { count: 1 })).toBe('1 player');
    expect(fullName({ surname: 'Thyholm', given_names: 'Anna' })).toBe('Anna Thyholm');
    expect(formatDay('2027-02-13')).toBe('Saturday, 13 February 2027');
  });
});

describe('a refusal', () => {
  const clock = { code: 'penalty_empties_clock', detail: 'Black’s clock has 1 minute left and would lose 2 minutes.' };
  const parameters = { color: 'black', left_ms: 60_000, taken_ms: 120_000 };

  it('is the server’s sentence, marked as English, until the texts of the language are here', async () => {
    await speak('fr');
    expect(piecesOf(`« ${refusal({ ...clock, parameters })} »`)).toEqual([
      { text: '« ' },
      { text: clock.detail, lang: 'en' },
      { text: ' »' },
    ]);
    await expect.poll(() => refusal({ ...clock, parameters })).toMatch(/1\smin.*Noir.*2\smin/);
    expect(piecesOf(refusal({ ...clock, parameters }))).toHaveLength(1);
    const later = { code: 'of_a_later_server', detail: 'Something new is refused.', parameters: {} };
    expect(piecesOf(refusal(later))).toEqual([{ text: 'Something new is refused.', lang: 'en' }]);
  });

  it('names people that are known as the language does', async () => {
    await speak('ja');
    know([{ id: 'entrant-0123456789', surname: 'Brandvold', given_names: 'Torunn' }]);
    const named = { code: 'entrant_withdrawn', detail: 'Torunn Brandvold withdrew.', parameters: { entrant_id: 'entrant-0123456789' } };
    await expect.poll(() => refusal(named)).toContain('Brandvold Torunn');
  });

  it('says the most of its values', () => {
    const texts = ['none', { general: 'one {a}' }, 'two {a} {b}'];
    expect(fitting(texts, { a: 1, b: 2, c: 3 })).toBe('two {a} {b}');
    expect(fitting(texts, { a: 1 })).toEqual({ general: 'one {a}' });
    expect(fitting(texts, { c: 3 })).toBe('none');
    expect(fitting(['{a}'], {})).toBe(null);
  });

  it('is no other thing than what is told otherwise: lengths of time and people are in words there too', async () => {
    await speak('ja');
    const values = { entrant_id: 'entrant-0123456789', text_ms: 300_000, ms: 90_000 };
    await expect
      .poll(() => told('departure.accommodation', 'The text adds 5 minutes.', values))
      .toBe('規則は視覚に障害のある選手に5 分を加えますが、Brandvold Torunnには1 分 30 秒です。');
    expect(piecesOf(told('departure.of_a_later_server', 'It departs otherwise.', values))).toEqual([
      { text: 'It departs otherwise.', lang: 'en' },
    ]);
  });

  it('in English is what the server says, and nothing is marked', async () => {
    await speak('en');
    expect(refusal({ ...clock, parameters })).toBe(clock.detail);
  });
});
