import { formatClock } from '../../src/clock/clock';
import { at, same, sourceOf, type RuleDocument, type Value } from '../../src/event/rules/document';
import { TIME_CONTROL } from '../../src/event/rules/fields';
import { entrantsText, finalsText, MATCHES, rowsOf, stagesText, type FormatRow, type Stage } from '../../src/event/rules/formats';
import { fieldTitle, kindOf, partTitle, valueText } from '../../src/event/rules/words';
import { listText } from '../../src/i18n';
import { capital, type Block, type Table } from './blocks';

/** No text sets it. */
const HOUSE = 'house';
/** Where a row has no last number, this many above its first tell its rounds. */
const MANY = 64;

/** Rounds in which everybody meets everybody: one is free in each where their number is odd. */
const cycle = (entrants: number): number => (entrants % 2 === 0 ? entrants - 1 : entrants);
const roundsOf = (stage: Stage, entrants: number): number => (stage.kind === 'round_robin' ? stage.cycles * cycle(entrants) : stage.rounds);

/** How many rounds the qualification of a row has. */
function roundsText({ from_entrants: from, to_entrants: to, stages }: FormatRow): string {
  if (to === null && stages.some((stage) => stage.kind === 'round_robin'))
    return 'one fewer than players; as many as players where their number is odd';
  const numbers = Array.from({ length: (to ?? from + MANY) - from + 1 }, (_, more) =>
    stages.reduce((sum, stage) => sum + roundsOf(stage, from + more), 0),
  );
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return least === most ? String(least) : `${least} to ${most}`;
}

/** The formats by number of players. */
export function formatsTable(rows: readonly FormatRow[]): Block[] {
  // What every number of players has is said once.
  const [first = '', ...others] = new Set(rows.map(finalsText));
  const differ = others.length > 0;
  const paragraph = ({ rule }: FormatRow): string => (rule === HOUSE ? '' : rule);
  const cells = (row: FormatRow): string[] => [entrantsText(row), roundsText(row), capital(stagesText(row))];
  return [
    {
      head: ['players', 'rounds', 'qualification', ...(differ ? ['finals'] : []), 'paragraph'],
      rows: rows.map((row) => [...cells(row), ...(differ ? [capital(finalsText(row))] : []), paragraph(row)]),
    },
    ...(differ || first === '' ? [] : [`After them, whatever the number of players: ${first}.`]),
  ];
}

/** The days on which rounds and finals are played, where the director sets no others. */
export function daysText(document: RuleDocument): string {
  const sessions = at(document, 'timetable.sessions');
  const shares = (Array.isArray(sessions) ? sessions : []).map((one) => ({ day: Number(at(one, 'day')), share: Number(at(one, 'share')) }));
  const finals = Number(at(document, 'timetable.finals_day'));
  const rule = sourceOf(document, 'timetable');
  const behind = rule ? ` (${rule})` : '';
  if (shares.length < 2) return `Everything is played on one day, where the director sets no other timetable${behind}.`;
  const all = shares.reduce((sum, { share }) => sum + share, 0);
  const parts = shares.map(({ day, share }) => `${share} on day ${day}`);
  return `Of ${all} rounds ${listText(parts)}, and the finals on day ${finals}, where the director sets no other timetable${behind}.`;
}

/** Which matches some number of players has: `playoffs`, `women` ... */
export function matchesOf(document: RuleDocument): string[] {
  const rows = rowsOf(at(document, 'formats'));
  return [...MATCHES, 'women' as const, 'side_swiss' as const].filter((name) => rows.some(({ finals }) => finals[name] !== null));
}

/** The stages that are played, in the order in which the app names them. */
function stagesOf(document: RuleDocument): string[] {
  const matches = matchesOf(document);
  const rows = rowsOf(at(document, 'formats'));
  return [
    'qualification',
    ...(matches.includes('playoffs') ? ['playoffs'] : []),
    ...(matches.includes('semi_finals') ? ['semi_finals'] : []),
    ...(matches.includes('third_place') ? ['third_place'] : []),
    ...(matches.includes('final_match') ? ['final'] : []),
    ...(rows.some(({ finals }) => finals.women?.playoffs) ? ['womens_playoffs'] : []),
    ...(matches.includes('women') ? ['womens_final'] : []),
  ];
}

const controlOf = (document: RuleDocument, stage: string): Value | undefined => at(document, `time_controls.${stage}`);

/** A clock as a player reads it: `25:00`, `15:00, after each move: 0:05`. */
export function controlText(control: Value | undefined): string {
  const parts = TIME_CONTROL.kind === 'union' ? (TIME_CONTROL.options[kindOf(control, TIME_CONTROL.tag)] ?? []) : [];
  const told = parts.map((part) => {
    const value = at(control, part.key);
    const text =
      part.control.kind === 'time' && typeof value === 'number'
        ? formatClock(value, false)
        : valueText({ path: part.key }, part.control, value);
    return part.key === 'main_ms' ? text : `${partTitle(part.key)}: ${text}`;
  });
  return told.join(', ');
}

/** The kinds of clocks that are played with. */
export const controlKinds = (document: RuleDocument): string[] => [
  ...new Set(stagesOf(document).map((stage) => kindOf(controlOf(document, stage), 'kind'))),
];

/** The clocks by stage; stages of the same clock share a line. */
export function clocksTable(document: RuleDocument): Table {
  const shared = new Map<string, string[]>();
  for (const stage of stagesOf(document)) {
    const found = [...shared.keys()].find((one) => same(controlOf(document, one), controlOf(document, stage)));
    shared.set(found ?? stage, [...(found ? (shared.get(found) ?? []) : []), stage]);
  }
  const least = at(document, 'shortest_main_ms');
  const leastRow =
    typeof least === 'number' && least > 0
      ? [[fieldTitle({ path: 'shortest_main_ms' }), formatClock(least, false), sourceOf(document, 'shortest_main_ms') ?? '']]
      : [];
  const rows = [...shared].map(([first, stages]) => [
    stages.length === stagesOf(document).length
      ? 'All games'
      : capital(listText(stages.map((stage) => fieldTitle({ path: `time_controls.${stage}` }).replace(/^Time in (the )?/, '')))),
    controlText(controlOf(document, first)),
    sourceOf(document, `time_controls.${first}`) ?? '',
  ]);
  return { head: ['games of', 'time of each player', 'paragraph'], rows: [...rows, ...leastRow] };
}

/** The rounds in a few words. */
export function roundsInShort(document: RuleDocument): string {
  const rows = rowsOf(at(document, 'formats'));
  const [first, ...others] = rows;
  if (first && others.length === 0) return `${stagesText(first)}, whatever the number of players`;
  const numbers = rows.flatMap((row) => roundsText(row).match(/\d+/g) ?? []).map(Number);
  return `${Math.min(...numbers)} to ${Math.max(...numbers)}, by the number of players`;
}
