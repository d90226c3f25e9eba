/** Markdown, as much as the handbook’s pages have of it. */

export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A piece of a page: a paragraph, a list, a numbered list, a table. */
export type Block = string | { list: readonly string[]; numbered?: boolean } | Table;

const cell = (text: string): string => text.replaceAll('|', '\\|');

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('list' in block) return block.list.map((item, place) => `${block.numbered ? `${place + 1}.` : '*'} ${item}`).join('\n');
  const line = (cells: readonly string[]): string => `|${cells.map((text) => (text === '' ? ' ' : ` ${cell(text)} `)).join('|')}|`;
  return [line(block.head), `|${block.head.map(() => '---').join('|')}|`, ...block.rows.map(line)].join('\n');
}

/** The blocks of a page, with an empty line between two. */
export const pageText = (blocks: readonly Block[]): string => `${blocks.map(blockText).join('\n\n')}\n`;

/** A sentence’s first letter is a capital. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
