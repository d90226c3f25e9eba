import { countryCode } from '../../../../i18n/countries';

/** One line of a pasted list, as it is read and as somebody corrects it. */
export interface ListRow {
  /** Where it stands in what was pasted, from 1. */
  line: number;
  surname: string;
  given_names: string;
  /** Three letters, or what stood there where that is no country; empty where nothing did. */
  country: string;
  rating: string;
  number: string;
  woman: boolean;
  junior: boolean;
  senior: boolean;
  /** What stands in a line in which nothing could be read: somebody says who it is. */
  unread?: string;
}

export interface ReadList {
  rows: ListRow[];
  /** Lines in which nothing can be read. */
  unreadable: { line: number; text: string }[];
  /** What each column was taken for; empty where a column says nothing that is asked for. */
  columns: (Column | '')[];
  /** The columns were found by their heads, and not by what stands in them. */
  hasHeads: boolean;
}

export type Column = 'surname' | 'given_names' | 'name' | 'country' | 'rating' | 'number' | 'woman' | 'junior' | 'senior' | 'category';

const HEADS: Record<Column, readonly string[]> = {
  surname: ['surname', 'last name', 'lastname', 'family name', 'familyname', 'nom', 'nachname', 'cognome', 'apellido', 'sobrenome'],
  given_names: [
    'given names',
    'given name',
    'givenname',
    'given',
    'first name',
    'firstname',
    'first names',
    'prénom',
    'prenom',
    'vorname',
    'nome',
  ],
  name: ['name', 'player', 'full name', 'fullname', 'entrant', 'joueur', 'spieler'],
  country: ['country', 'nation', 'nationality', 'nat', 'fed', 'federation', 'pays', 'land', 'country code'],
  rating: ['rating', 'elo', 'rtg', 'list rating'],
  number: ['number', 'federation number', 'no', 'no.', 'nr', 'nr.', 'id', 'licence', 'license', 'code', 'n°'],
  woman: ['woman', 'women', 'female', 'sex', 'gender', 'w'],
  junior: ['junior', 'juniors', 'youth', 'j'],
  senior: ['senior', 'seniors', 's'],
  category: ['category', 'categories', 'cat', 'class'],
};
const DELIMITERS = ['\t', ';', ','] as const;
const MOST_RATING = 4000;

/** Codes that sport uses where ISO has others. */
const SPORT: Record<string, string> = {
  GER: 'DEU', DEN: 'DNK', NED: 'NLD', SUI: 'CHE', ENG: 'GBR', SCO: 'GBR', WAL: 'GBR', UK: 'GBR', POR: 'PRT', GRE: 'GRC', CRO: 'HRV',
  BUL: 'BGR', LAT: 'LVA', SLO: 'SVN', MAS: 'MYS', INA: 'IDN', PHI: 'PHL', RSA: 'ZAF', TPE: 'TWN', UAE: 'ARE', VIE: 'VNM', CHI: 'CHL',
}; // prettier-ignore

/** The three letters of a country that is written by its code or its name; null where it is none. */
export function countryIn(text: string): string | null {
  return countryCode(text) ?? SPORT[text.trim().toUpperCase()] ?? null;
}

/** The cells of a line. Quotes hold what stands between them together; null where one is not closed. */
export function cellsOf(line: string, delimiter: string): string[] | null {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const letter = line[at] ?? '';
    if (quoted && letter === '"' && line[at + 1] === '"') {
      cell += letter;
      at += 1;
    } else if (letter === '"' && (quoted || cell.trim() === '')) {
      quoted = !quoted;
      cell = quoted ? '' : cell;
    } else if (!quoted && letter === delimiter) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  cells.push(cell.trim());
  return quoted ? null : cells;
}

const headOf = (cell: string): Column | '' => {
  const said = cell
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ')
    .trim();
  return (Object.keys(HEADS) as Column[]).find((column) => HEADS[column].includes(said)) ?? '';
};

/** The heads of a list, where its first line has them: a name at least. */
function headsIn(cells: string[]): (Column | '')[] | null {
  const heads = cells.map(headOf);
  return heads.some((one) => one === 'surname' || one === 'name') ? heads : null;
}

/** What parts the cells: a tab where there is one, else what the heads or the most lines are parted by. */
function delimiterOf(lines: string[]): string {
  const first = lines[0] ?? '';
  if (lines.some((line) => line.includes('\t'))) return '\t';
  const byHeads = DELIMITERS.find((one) => first.includes(one) && headsIn(cellsOf(first, one) ?? []) !== null);
  if (byHeads) return byHeads;
  if (lines.filter((line) => line.includes(';')).length * 2 >= lines.length) return ';';
  // One comma alone parts a surname from given names.
  const byCommas = lines.filter((line) => (cellsOf(line, ',')?.length ?? 0) > 2).length;
  return byCommas * 2 >= lines.length ? ',' : '\t';
}

/** The cells of each line. One that the list’s own delimiter does not part is parted by another one that it has. */
function partedBy(delimiter: string, lines: readonly string[]): (string[] | null)[] {
  const parted = lines.map((line) => cellsOf(line, delimiter));
  const width = Math.max(0, ...parted.map((cells) => cells?.length ?? 0));
  return parted.map((cells, at) => {
    if (cells === null || cells.length > 1) return cells;
    // A comma may part a name: it is taken for a delimiter where it makes as many cells as the other lines have.
    const others = DELIMITERS.map((one) => ({ one, cells: cellsOf(lines[at] ?? '', one) }));
    const fit = others.find(
      (other) => (other.cells?.length ?? 0) > 1 && (other.one !== ',' || (width > 2 && other.cells?.length === width)),
    );
    return fit?.cells ?? cells;
  });
}

/** What a column is by what stands in it. */
function guessed(rows: string[][]): (Column | '')[] {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns: (Column | '')[] = [];
  for (let at = 0; at < width; at += 1) {
    const filled = rows.map((cells) => cells[at] ?? '').filter(Boolean);
    // Behind whole names three capitals each are countries, known or not.
    const isWhole = rows.every((cells) => /\s/.test(cells[columns.indexOf('surname')] ?? ''));
    const isCode = isWhole && filled.every((cell) => /^[A-Z]{3}$/.test(cell));
    const most = (holds: (cell: string) => boolean): boolean => filled.length > 0 && filled.filter(holds).length * 2 > filled.length;
    if (filled.length === 0) columns.push('');
    else if (!columns.includes('country') && (isCode || most((cell) => countryIn(cell) !== null))) columns.push('country');
    else if (most((cell) => /^\d+$/.test(cell))) columns.push(numeric(filled, columns));
    else if (!columns.includes('name') && !columns.includes('given_names'))
      columns.push(columns.includes('surname') ? 'given_names' : 'surname');
    else columns.push('');
  }
  // One column of words alone holds the whole name.
  return columns.includes('given_names') ? columns : columns.map((one) => (one === 'surname' ? 'name' : one));
}

function numeric(filled: string[], before: (Column | '')[]): Column | '' {
  const numbers = filled.map(Number);
  // Line numbers: 1, 2, 3.
  if (filled.length > 1 && numbers.every((one, at) => one === at + 1)) return '';
  const isRating = numbers.every((one) => one <= MOST_RATING);
  if (isRating && !before.includes('rating')) return 'rating';
  return before.includes('number') ? '' : 'number';
}

/** A whole name: `Surname, Given`, or `SURNAME Given`, else the last word is the surname. */
export function partName(name: string): { surname: string; given_names: string } {
  const [before = '', ...after] = name.split(',');
  if (after.length > 0) return { surname: before.trim(), given_names: after.join(',').trim() };
  const words = name.trim().split(/\s+/);
  const loud = words.filter((word) => word.length > 1 && word === word.toUpperCase() && /\p{Lu}/u.test(word));
  if (loud.length > 0 && loud.length < words.length) {
    return { surname: loud.join(' '), given_names: words.filter((word) => !loud.includes(word)).join(' ') };
  }
  return { surname: words.at(-1) ?? '', given_names: words.slice(0, -1).join(' ') };
}

/** What people put before the lines of a list that is no table: `3.`, `3)`, `-`. */
const BEFORE = /^\s*(?:\d{1,3}[.)]|[-*•–])\s+/;
/** A name, then something that begins with a digit: a rating, as lists that are no tables have it. */
const RATED = /^(.*\p{L}[^\s,;(]*)[\s,;(]+(\d[^\s)]*)\)?$/u;
/** Two words at least, then three capitals, which may be a country. */
const OF_COUNTRY = /^(.*\p{L}[^\s,;(]*[\s,]+\p{L}.*?)[\s,;(]+([A-Z]{3})\)?$/u;

/** A whole name with what stands behind it in the same cell: country and rating. */
export function namedIn(cell: string): { name: string; country: string; rating: string } {
  const [, before = cell, rating = ''] = RATED.exec(cell) ?? [];
  const [, name = before, code = ''] = OF_COUNTRY.exec(before) ?? [];
  const country = countryIn(code);
  return country === null ? { name: before, country: '', rating } : { name, country, rating };
}

const isYes = (cell: string): boolean => /^(x|y|yes|1|true|✓|w|f|female|woman|j|junior|s|senior|o|oui|ja)$/i.test(cell);

function rowOf(line: number, cells: string[], columns: (Column | '')[]): ListRow | null {
  const of = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const behind = of('surname') === '' ? namedIn(of('name')) : { name: '', country: '', rating: '' };
  const named = of('surname') === '' ? partName(behind.name) : { surname: of('surname'), given_names: of('given_names') || of('name') };
  // `Surname, Given` in the column of surnames.
  const whole = named.given_names === '' && named.surname.includes(',') ? partName(named.surname) : named;
  if (whole.surname === '' && whole.given_names === '') return null;
  const categories = of('category').toLowerCase();
  return {
    line,
    ...whole,
    country: countryIn(of('country')) ?? (of('country') || behind.country),
    rating: of('rating') === '0' ? '' : of('rating') || behind.rating,
    number: of('number') === '0' ? '' : of('number'),
    woman: isYes(of('woman')) || /\b(w|f|wom[ae]n|female)\b/.test(categories),
    junior: isYes(of('junior')) || /\b(j|juniors?|youth|u\d+)\b/.test(categories),
    senior: isYes(of('senior')) || /\b(s|seniors?)\b/.test(categories),
  };
}

/** Reads a list that was pasted or stands in a file: CSV, tabs or semicolons, with heads or without. */
export function readList(text: string): ReadList {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ line: at + 1, text: line }))
    .filter((one) => one.text.trim() !== '');
  const isListed = lines.length > 1 && lines.filter((one) => BEFORE.test(one.text)).length * 2 > lines.length;
  if (isListed) for (const one of lines) one.text = one.text.replace(BEFORE, '');
  const delimiter = delimiterOf(lines.map((one) => one.text));
  const cells = partedBy(
    delimiter,
    lines.map((one) => one.text),
  );
  const parted = lines.map((one, at) => ({ ...one, cells: cells[at] ?? null }));
  const heads = headsIn(parted[0]?.cells ?? []);
  const body = heads ? parted.slice(1) : parted;
  const columns = heads ?? guessed(body.flatMap((one) => (one.cells ? [one.cells] : [])));
  const read: ReadList = { rows: [], unreadable: [], columns, hasHeads: heads !== null };
  for (const { line, text: whole, cells } of body) {
    const row = cells && rowOf(line, cells, columns);
    if (row) read.rows.push(row);
    else read.unreadable.push({ line, text: whole.trim() });
  }
  return read;
}
