import type { desk } from './en/desk';
import type { event } from './en/event';
import type { home } from './en/home';
import type { shell } from './en/shell';
import type { table } from './en/table';

/** Every text of the app by its key. */
export type Messages = typeof shell & typeof home & typeof event & typeof table & typeof desk;

/** Some of the texts: what one kind of page needs. */
export type Part = keyof typeof PARTS;

/** The files of the texts, each fetched with the first page that needs it. */
export const PARTS = {
  shell: async () => (await import('./en/shell')).shell,
  home: async () => (await import('./en/home')).home,
  event: async () => (await import('./en/event')).event,
  table: async () => (await import('./en/table')).table,
  desk: async () => (await import('./en/desk')).desk,
} as const;
