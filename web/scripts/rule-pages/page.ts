import { formatClock } from '../../src/clock/clock';
import { at, sourceOf, type RuleDocument, type Value } from '../../src/event/rules/document';
import { rowsOf } from '../../src/event/rules/formats';
import { optionText, orderName, ruleLines, type RuleLine } from '../../src/event/rules/words';
import { listText, sentences, t } from '../../src/i18n';
import { capital, pageText, type Block, type Table } from './blocks';
import { dutiesTable, pricesTable, seasonRows, teamListRows, teamRows } from './lists';
import { clocksTable, controlKinds, controlText, daysText, formatsTable, matchesOf, roundsInShort } from './plan';
import * as words from './words';

/** A rule set as the engine keeps it (`engine/tests/presets`). */
export interface Preset {
  title: string;
  rule_set_document: RuleDocument;
  readings: { name: string; rule: string | null; detail: string }[];
}

/** A section of a page: the lines of the rules that stand in it, by what their paths begin with, and what else does. */
interface Section {
  title: string;
  paths: readonly string[];
  before?: (document: RuleDocument) => Block[];
  rows?: (document: RuleDocument) => [string, string, string][];
  after?: (document: RuleDocument) => Block[];
}

const word = (table: Readonly<Record<string, string>>, name: unknown): string => {
  const found = table[String(name)];
  if (found === undefined) throw new Error(`no page says what ${String(name)} is`);
  return found;
};
const some = <T>(value: T | null): T[] => (value === null ? [] : [value]);
const namesAt = (document: RuleDocument, path: string): string[] => {
  const value = at(document, path);
  return Array.isArray(value) ? value.map(orderName) : [];
};
/** A paragraph behind a sentence. */
const cited = (document: RuleDocument, path: string): string => {
  const source = sourceOf(document, path);
  return source === null ? '' : ` (${source})`;
};
const explained = (path: string, names: readonly string[], table: Readonly<Record<string, string>>): string[] =>
  names.map((name) => `**${optionText({ path }, name)}**: ${word(table, name)}.`);

const matchTitle = (name: string): string[] => some(words.MATCHES[name]?.title ?? null);

function choiceText(document: RuleDocument): string {
  const notice = at(rowsOf(at(document, 'formats'))[0]?.finals as Value | undefined, 'choice_notice_ms');
  const until = typeof notice === 'number' ? `, until ${formatClock(notice, false)} before its start` : '';
  return `Whoever is higher in the list chooses the colour of the first game${until}; the second game has the colours the other way round. Where a single game decides, that player may leave the colour to the opponent instead, and wins a draw${cited(document, 'finals.choice')}.`;
}

function appealsText(document: RuleDocument): string {
  const path = 'penalties.appeals';
  const appeals = at(document, path);
  if (appeals === null) return `The decision is final: there is no appeal${cited(document, path)}.`;
  const refers = at(appeals, 'referral_to_committee') === true ? ', who may refer it to a committee' : '';
  const span = at(appeals, 'window_ms');
  const within = typeof span === 'number' ? `within ${formatClock(span, false)}` : 'as long as the event runs';
  const before = at(appeals, 'before_next_pairing') === true ? ' It is decided before the next round is paired.' : '';
  return `${word(words.APPEALS, at(appeals, 'body'))}${refers}, ${within}${cited(document, path)}.${before}`;
}

const SECTIONS: readonly Section[] = [
  { title: 'Who enters', paths: ['entry.', 'teams.'], rows: teamRows },
  {
    title: 'Rounds by number of players',
    paths: ['formats', 'rounds', 'extra_rounds', 'timetable.'],
    before: (document) => [
      'The number of players when round 1 is published decides. In a *round robin* everybody plays everybody; in a *Swiss system* players of about equal points meet who have not met before.',
      ...formatsTable(rowsOf(at(document, 'formats'))),
      daysText(document),
    ],
    after: (document) => {
      const others = rowsOf(at(document, 'other_formats'));
      return others.length === 0
        ? []
        : ['The text allows these as well; the director chooses them before round 1.', ...formatsTable(others)];
    },
  },
  {
    title: 'Clocks',
    paths: ['time_controls.', 'shortest_main_ms', 'round_notice_ms', 'lag_credit.'],
    before: (document) => [
      controlKinds(document)
        .map((kind) => word(words.CONTROLS, kind))
        .join(' '),
      clocksTable(document),
    ],
  },
  {
    title: 'Late, absent, out of time',
    paths: ['default_policy', 'absence_policy', 'freeze_on_mass_stall'],
    before: (document) => [word(words.ABSENCES, at(document, 'absence_policy.kind')), word(words.DEFAULTS, at(document, 'default_policy'))],
  },
  { title: 'At the board', paths: ['variant.', 'over_the_board', 'pass_policy', 'premoves', 'director_call.', 'confirm_within_ms'] },
  {
    title: 'Pairing',
    paths: ['pairing.'],
    before: (document) => [
      word(words.FIRST_ROUNDS, at(document, 'pairing.first_round')).replace(/\.$/, `${cited(document, 'pairing.first_round')}.`),
      ...(at(document, 'pairing.model.kind') === 'papp'
        ? [
            `Every possible pair has a price; of all complete rounds the cheapest is played. Nothing is forbidden, only dear${cited(document, 'pairing.model')}.`,
            ...some(pricesTable(document)),
          ]
        : [
            `Of all complete rounds the best is played, judged by these criteria, the first before the second and so on${cited(document, 'pairing.model')}. What they leave equal is drawn by a seed that anybody can repeat.`,
            { list: explained('pairing.model.levels', namesAt(document, 'pairing.model.levels'), words.LEVELS), numbered: true },
          ]),
    ],
  },
  {
    title: 'The list and its tie-breaks',
    paths: ['ranking.', 'scoring.brightwell_constant'],
    before: (document) => [
      `Players are ranked by the first of these, those who are equal there by the second, and so on${cited(document, 'ranking.tie_breaks')}.`,
      { list: explained('ranking.tie_breaks', namesAt(document, 'ranking.tie_breaks'), words.CRITERIA), numbered: true },
    ],
  },
  {
    title: 'Byes and missed rounds',
    paths: ['scoring.'],
    before: () => ['Where the number of players is odd, one of them has no opponent in a round: a *bye*.'],
  },
  {
    title: 'Finals',
    paths: [],
    before: (document) => {
      const matches = matchesOf(document).map((name) => words.MATCHES[name]);
      if (matches.length === 0) return ['There are none: the list after the last round is the final ranking.'];
      return [
        'Who plays which of these the table of rounds above says.',
        {
          head: ['match', 'how it goes', 'paragraph'],
          rows: matches.flatMap((match) => (match ? [[match.title, match.text, sourceOf(document, match.source) ?? '']] : [])),
        },
        ...(matches.some((match) => match && match.title !== 'Playoffs of ties') ? [choiceText(document)] : []),
      ];
    },
  },
  {
    title: 'Rulings and appeals',
    paths: ['penalties.', 'offices.', 'single_official', 'announced_before_round_one'],
    before: (document) => [
      `Whoever thinks that something is wrong at the board calls the director, who decides${cited(document, 'protests')}. Nobody rules on a game of their own.`,
      appealsText(document),
    ],
  },
  { title: 'Spectators', paths: ['spectators', 'spectator_chat', 'spectator_chat_shown'] },
  {
    title: 'Lists, titles and prizes',
    paths: ['category_titles', 'prizes.'],
    rows: (document) => [...teamListRows(document), ...seasonRows(document)],
    after: (document) => some(dutiesTable(document)),
  },
];

const stands = (path: string, { paths }: Section): boolean =>
  paths.some((begin) => (begin.endsWith('.') ? path.startsWith(begin) : path === begin));
/** What stands in a block of its own, in words that say more. */
const SHOWN =
  /^(formats|timetable\..*|time_controls\..*|shortest_main_ms|ranking\.tie_breaks|pairing\.model\.levels|pairing\.first_round|penalties\.appeals)$/;

/** Whether a line says nothing, for what it is about is not there. */
function isIdle(path: string, document: RuleDocument): boolean {
  if (path.startsWith('teams.')) return at(document, 'teams.by_nation') !== true && path !== 'teams.by_nation';
  if (path === 'pairing.model.modified_levels')
    return !rowsOf(at(document, 'formats')).some(({ stages }) => stages.some((stage) => stage.kind === 'swiss' && stage.modified));
  return path === 'scoring.brightwell_constant' && !namesAt(document, 'ranking.tie_breaks').includes('brightwell_quotient');
}

function valuesOf(lines: readonly RuleLine[], more: readonly [string, string, string][]): Block[] {
  const said = (line: RuleLine): string => sentences(line.texts);
  const empty = (line: RuleLine): boolean => line.rule === null && [t('rules.none'), t('rules.no')].includes(said(line));
  const rows = [...lines.filter((line) => !empty(line)).map((line) => [line.title, capital(said(line)), line.rule ?? '']), ...more];
  const left = lines.filter(empty).map((line) => line.title);
  const table: Table = { head: ['value', 'as it is set', 'paragraph'], rows };
  return [...(rows.length > 0 ? [table] : []), ...(left.length > 0 ? [`Not set, or no: ${left.join('; ')}.`] : [])];
}

function actsTable(document: RuleDocument): Table {
  const sources = at(document, 'sources') as Record<string, string>;
  const rows = Object.entries(words.ACTS).flatMap(([name, title]) => (sources[name] === undefined ? [] : [[title, sources[name]]]));
  return { head: ['about', 'paragraph'], rows };
}

function legend(document: RuleDocument): string {
  const sources = Object.values(at(document, 'sources') as Record<string, string>);
  const texts = Object.entries(words.TEXTS).filter(([short]) => sources.some((one) => one.startsWith(short)));
  const said = texts.map(([short, text]) => `${short} = ${text}`).join(', ');
  const house = 'Where no paragraph stands, no text speaks of it: the value is this server’s own.';
  return said === '' ? 'No text stands behind it: every value is this server’s own.' : `${said}. ${house}`;
}

/** The rules in a few lines, each said in full below. */
function inShort(document: RuleDocument): Block {
  const named = (path: string): string => listText(namesAt(document, path).map((name) => optionText({ path }, name)));
  const qualification = controlText(at(document, 'time_controls.qualification'));
  const final = controlText(at(document, 'time_controls.final'));
  const matches = matchesOf(document)
    .filter((name) => name !== 'side_swiss')
    .flatMap(matchTitle);
  const entry = optionText({ path: 'entry.mode' }, String(at(document, 'entry.mode')));
  const most = String(at(document, 'teams.most_players'));
  const teams = at(document, 'teams.by_nation') === true ? `; a nation’s team has ${most} players at most` : '';
  return {
    list: [
      `**Who enters**: ${entry.toLowerCase()}${teams}.`,
      `**Rounds**: ${roundsInShort(document)}.`,
      `**Time of each player**: ${qualification}${matches.length > 0 && final !== qualification ? `, in the final ${final}` : ''}.`,
      `**List**: ${named('ranking.tie_breaks')}, in this order.`,
      `**Finals**: ${matches.length > 0 ? listText(matches).toLowerCase() : 'none'}.`,
      `**Rulings**: ${at(document, 'penalties.appeals') === null ? 'final' : 'may be appealed'}.`,
    ],
  };
}

/** The page of a rule set; `others` are the rule sets that there are, by name. */
export function rulePage(name: string, preset: Preset, others: Readonly<Record<string, Preset>>): string {
  const document = preset.rule_set_document;
  const lines = ruleLines(document);
  const homeless = lines.filter((line) => SECTIONS.filter((section) => stands(line.path, section)).length === 0);
  if (homeless.length > 0) throw new Error(`no section of the page has ${homeless.map(({ path }) => path).join(', ')}`);
  const seen = new Set<string>();
  const sections = SECTIONS.flatMap((section): Block[] => {
    // The first section that takes a line has it.
    const own = lines.filter(
      (line) => stands(line.path, section) && !SHOWN.test(line.path) && !seen.has(line.path) && !isIdle(line.path, document),
    );
    for (const { path } of own) seen.add(path);
    const values = valuesOf(own, section.rows?.(document) ?? []);
    const blocks = [...(section.before?.(document) ?? []), ...values, ...(section.after?.(document) ?? [])];
    return blocks.length === 0 ? [] : [`## ${section.title}`, ...blocks];
  });
  const acts = actsTable(document);
  return pageText([
    '<!-- Made by `UPDATE_RULE_PAGES=1 npx vitest run --project node tests/rule-pages.test.ts` in `web/`. -->',
    `# ${preset.title}`,
    word(words.ABOUT, name),
    `In files and over the API its name is \`${name}\`. ${legend(document)} Words that are not plain stand in the [glossary](../glossary.md), how events are held in the [director’s handbook](../director.md).`,
    inShort(document),
    ...sections,
    '## How the text is read',
    'Where a text is silent or contradicts itself, this is how it is read here. Another reading is no departure from it.',
    { head: ['about', 'reading', 'paragraph'], rows: preset.readings.map((one) => [one.name, one.detail, one.rule ?? '']) },
    ...(acts.rows.length > 0 ? ['## Where else the text speaks', acts] : []),
    '## Other rule sets',
    { list: Object.entries(others).flatMap(([other, { title }]) => (other === name ? [] : [`[${title}](${other}.md)`])) },
  ]);
}
