import { asWords, facts, listText, t, textOf, things } from '../../i18n';
import { departureText, type Departure } from '../departures';
import { formatDecimal, formatHalves } from '../../i18n/numbers';
import { at, documentOf, same, sourceOf, type RuleDocument, type Value } from './document';
import { formatText, rowsBeside, rowsOf, rowsText, rowTexts, type FormatRow } from './formats';
import { fieldOf, RULE_FIELDS, type Group, type Part, type RuleControl, type RuleField } from './fields';

const key = (path: string): string => path.replaceAll(/[.:-]/g, '_');

/** What a field is called. */
export const fieldTitle = (field: Pick<RuleField, 'path'>): string => textOf(`rules.field.${key(field.path)}`) ?? asWords(field.path);
/** What one of several kinds of a value is called. */
export const optionText = (field: Pick<RuleField, 'path'>, option: string): string =>
  textOf(`rules.option.${key(field.path)}.${key(option)}`) ?? textOf(`rules.option.${key(option)}`) ?? asWords(option);
export const partTitle = (part: string): string => textOf(`rules.part.${part}`) ?? asWords(part);

/** A time in units that people read: `25 min`, `1 min 30 s`, `5 s`. */
export function timeText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const seconds = (ms % 60_000) / 1_000;
  const parts = [minutes > 0 ? t('rules.minutes', { minutes }) : '', seconds > 0 || minutes === 0 ? t('rules.seconds', { seconds }) : ''];
  return parts.filter(Boolean).join(' ');
}

/** A criterion as the lists of the editor name it: those with a number of their own carry it. */
export function orderName(value: Value): string {
  if (typeof value === 'string') return value;
  const dropped = at(value, 'buchholz.dropped_lowest');
  return typeof dropped === 'number' ? `buchholz:${dropped}` : JSON.stringify(value);
}
export function orderValue(name: string): Value {
  const [kind = name, number] = name.split(':');
  if (kind === 'buchholz' && number !== undefined) return { buchholz: { dropped_lowest: Number(number) } };
  return name.startsWith('{') ? (JSON.parse(name) as Value) : name;
}

/** A kind of a value that has several; null is `none`. */
export const kindOf = (value: Value | undefined, tag: string): string => {
  const kind = at(value, tag);
  return typeof kind === 'string' ? kind : 'none';
};

/** A field’s value in words. */
export function valueText(field: Pick<RuleField, 'path'>, control: RuleControl, value: Value | undefined): string {
  if (value === undefined || (value === null && control.kind !== 'union')) return t('rules.none');
  switch (control.kind) {
    case 'time':
      return typeof value === 'number' ? timeText(value) : t('rules.none');
    case 'halves':
    case 'points':
      return typeof value === 'number' ? formatHalves(value) : t('rules.none');
    case 'tick':
      return t(value === true ? 'rules.yes' : 'rules.no');
    case 'money':
      return typeof value === 'number' ? formatDecimal(value / 100, 2) : t('rules.none');
    case 'text':
      return value === '' ? t('rules.none') : String(value);
    case 'choice':
      return typeof value === 'string' ? optionText(field, value) : t('rules.none');
    case 'count':
      return String(value);
    case 'many':
    case 'order':
      return Array.isArray(value) && value.length > 0 ? listText(value.map((one) => optionText(field, orderName(one)))) : t('rules.none');
    case 'union': {
      const kind = kindOf(value, control.tag);
      const parts = (control.options[kind] ?? []).map((part) => partText(field, part, at(value, part.key)));
      return things([optionText(field, kind), ...parts]);
    }
    case 'rows':
      return Array.isArray(value) && value.length > 0
        ? facts(value.map((row) => things(control.parts.map((part) => partText(field, part, at(row, part.key))))))
        : t('rules.none');
    case 'formats':
      return rowsText(rowsOf(value));
  }
}

function partText(field: Pick<RuleField, 'path'>, part: Part, value: Value | undefined): string {
  const text = valueText(field, part.control, value);
  return part.key === '' ? text : t('rules.part', { part: partTitle(part.key), value: text });
}

/** A line of the rules in words. */
export interface RuleLine {
  path: string;
  group: Group;
  title: string;
  /** One, but for the format: a sentence for each number of entrants. */
  texts: readonly string[];
  rule: string | null;
}

/** The rules in words, line by line; fields that a rule set does not have are left out. */
export function ruleLines(document: RuleDocument): RuleLine[] {
  return RULE_FIELDS.flatMap((field) => {
    const value = at(document, field.path);
    if (value === undefined) return [];
    const texts = field.control.kind === 'formats' ? rowTexts(rowsOf(value)) : [valueText(field, field.control, value)];
    return [{ path: field.path, group: field.group, title: fieldTitle(field), texts, rule: sourceOf(document, field.path) }];
  });
}

/** What differs between two rule sets, in words. */
export interface Difference {
  path: string;
  title: string;
  before: string;
  after: string;
}

export function differences(one: RuleDocument, other: RuleDocument): Difference[] {
  const known = RULE_FIELDS.flatMap((field) => {
    const [before, after] = [at(one, field.path), at(other, field.path)];
    if (same(before, after)) return [];
    const shown = (value: Value | undefined, other: Value | undefined): string =>
      field.control.kind === 'formats' ? rowsText(rowsBeside(rowsOf(value), rowsOf(other))) : valueText(field, field.control, value);
    return [{ path: field.path, title: fieldTitle(field), before: shown(before, after), after: shown(after, before) }];
  });
  const roots = new Set(RULE_FIELDS.map((field) => field.path.split('.')[0]));
  const unsaid = new Set(['name', 'sources', 'based_on', 'version']);
  const others = Object.keys({ ...one, ...other }).filter((name) => !roots.has(name) && !unsaid.has(name) && !same(one[name], other[name]));
  return [...known, ...others.map((name) => ({ path: name, title: fieldTitle({ path: name }), before: '', after: '' }))];
}

/** What a server tells as a document; undefined where it tells none whole, as it shortens what is long. */
function documentIn(value: unknown): Value | undefined {
  try {
    return typeof value === 'string' ? (JSON.parse(value) as Value) : undefined;
  } catch {
    return undefined;
  }
}

/** A value that a deviation tells, in words. */
function toldText(field: RuleField, code: string, value: unknown): string | null {
  const told = documentIn(value);
  if (told === undefined) return null;
  if (field.path === code) return valueText(field, field.control, told);
  if (!field.path.startsWith(`${code}.`)) return null;
  const lines = RULE_FIELDS.filter((one) => one.path.startsWith(`${code}.`)).flatMap((one) => {
    const inner = at(told, one.path.slice(code.length + 1));
    return inner === undefined ? [] : [t('rules.part', { part: fieldTitle(one), value: valueText(one, one.control, inner) })];
  });
  return lines.length > 0 ? facts(lines) : null;
}

/** Another format than the text has for some number of entrants; null where the deviation is none, or of an earlier release. */
function formatDeviation({ parameters }: Departure): string | null {
  const rows = [documentIn(parameters['text_row']), documentIn(parameters['set_row'])];
  const [text, set] = rows.map((row) => (row === undefined ? null : formatText(row as unknown as FormatRow)));
  if (!text || !set) return null;
  return t('rules.deviation.format', { entrants: Number(parameters['entrants']), text, set });
}

/** A time that the text does not have; null where the deviation is none, or of an earlier release. */
function timeDeviation({ code, parameters }: Departure): string | null {
  const field = fieldOf(code);
  const control = documentIn(parameters['set']);
  if (!field || control === undefined || !('control' in parameters)) return null;
  const [title, set] = [fieldTitle(field), valueText(field, field.control, control)];
  const { least_ms: least } = parameters;
  return typeof least === 'number'
    ? t('rules.deviation.least', { title, least: timeText(least), set })
    : t('rules.deviation.sudden_death', { title, set });
}

/** The deviations that were told, by the server's sentences: a refusal repeats those. */
const known = new Map<string, Departure>();

/** A deviation in a sentence, without the names of fields and values in a document. */
export function deviationText(deviation: Departure): string {
  const { code, parameters } = deviation;
  const whole = formatDeviation(deviation) ?? timeDeviation(deviation);
  if (whole !== null) {
    known.set(deviation.what, deviation);
    return whole;
  }
  const field = fieldOf(code);
  if (!field || !('text' in parameters) || !('set' in parameters) || code === 'formats' || code === 'finals')
    return departureText(deviation);
  const [text, set] = [toldText(field, code, parameters['text']), toldText(field, code, parameters['set'])];
  const title = field.path === code ? fieldTitle(field) : (textOf(`rules.whole.${key(code)}`) ?? fieldTitle(field));
  return text === null || set === null ? t('rules.deviation.other', { title }) : t('rules.deviation', { title, text, set });
}

/** The server’s sentences about values of a document, with fields and values in words; `other` is what stands between them. */
export function departuresText(sentences: string, other = (words: string): string => words): string {
  const told = [...known.values()].find(({ what }) => sentences.includes(what));
  if (told) {
    const between = sentences.split(told.what).map((piece) => departuresText(piece, other));
    return between.join(deviationText(told));
  }
  const pieces = sentences.split(/(The text sets [\w.]+ to .+?; .+? is set\.)/);
  const said = pieces.map((piece) => {
    const [what, code = '', text, set] = /^The text sets ([\w.]+) to (.+?); (.+?) is set\.$/.exec(piece) ?? [];
    return what === undefined ? other(piece) : deviationText({ what, code, parameters: { text: text ?? '', set: set ?? '' } });
  });
  return said.join('');
}

/** The rules in force of an event, as its document has them. */
export const rulesOf = (tournament: { rule_set_json: string }): RuleDocument => documentOf(tournament.rule_set_json) ?? {};
