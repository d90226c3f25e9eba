/** A line of a file beside the file before it: in both, gone, or new. */
export interface DiffLine {
  kind: 'same' | 'out' | 'in';
  text: string;
}

/** More lines than a rating file has; two such files are not compared line by line. */
const MOST = 3_000;

/** How a text became another, line by line; null where they are too long to be compared. */
export function lineDiff(before: string, after: string): DiffLine[] | null {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  if (old.length > MOST || fresh.length > MOST) return null;
  const lengths = commonLengths(old, fresh);
  const told: DiffLine[] = [];
  let [at, to] = [0, 0];
  while (at < old.length || to < fresh.length) {
    const [gone, come] = [old[at], fresh[to]];
    if (gone !== undefined && gone === come) {
      told.push({ kind: 'same', text: gone });
      at += 1;
      to += 1;
    } else if (gone !== undefined && (come === undefined || lengths(at + 1, to) >= lengths(at, to + 1))) {
      told.push({ kind: 'out', text: gone });
      at += 1;
    } else {
      told.push({ kind: 'in', text: come ?? '' });
      to += 1;
    }
  }
  return told;
}

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line, place, all) => line !== '' || place < all.length - 1);

/** How many lines two texts have in common from two places on, in their order. */
function commonLengths(old: readonly string[], fresh: readonly string[]): (at: number, to: number) => number {
  const width = fresh.length + 1;
  const table = new Uint16Array((old.length + 1) * width);
  for (let at = old.length - 1; at >= 0; at -= 1) {
    for (let to = fresh.length - 1; to >= 0; to -= 1) {
      const [both, here] = [table[(at + 1) * width + to + 1] ?? 0, at * width + to];
      table[here] = old[at] === fresh[to] ? both + 1 : Math.max(table[(at + 1) * width + to] ?? 0, table[here + 1] ?? 0);
    }
  }
  return (at, to) => table[at * width + to] ?? 0;
}

/** Of the lines that no program reads: those of the players say no heading. */
const isHeading = (line: string): boolean => line.startsWith('%') && !line.startsWith('%_');

/** A changed line, with the heading of its round before it where it has one: what a reader needs of a comparison. */
export function changedLines(diff: readonly DiffLine[]): DiffLine[] {
  const told: DiffLine[] = [];
  let heading: DiffLine | null = null;
  for (const line of diff) {
    if (line.kind === 'same') {
      if (isHeading(line.text)) heading = line;
      continue;
    }
    if (heading) told.push(heading);
    heading = null;
    told.push(line);
  }
  return told;
}
