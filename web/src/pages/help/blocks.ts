/** A piece of a line. */
export type Inline =
  | { kind: 'text' | 'strong' | 'emphasis' | 'code'; text: string }
  | { kind: 'link'; text: string; to: string }
  | { kind: 'picture'; text: string; source: string };

/** A block of the handbook. */
export type Block =
  | { kind: 'heading'; level: number; id: string; text: string }
  | { kind: 'lines'; inline: Inline[] }
  | { kind: 'list'; numbered: boolean; items: Inline[][] }
  | { kind: 'code'; text: string }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] };

/** Documents by their names, each fetched when it is asked for. */
export type Documents = Record<string, () => Promise<{ default: Block[] }>>;
