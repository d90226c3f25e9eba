import type { acts } from './en/acts';
import type { actsAccounts } from './en/acts-accounts';
import type { actsSetup } from './en/acts-setup';
import type { actsEntrants } from './en/acts-entrants';
import type { actsPairing } from './en/acts-pairing';
import type { actsRound } from './en/acts-round';
import type { actsRulings } from './en/acts-rulings';
import type { actsFinals } from './en/acts-finals';
import type { actsMatches } from './en/acts-matches';
import type { actsOffice } from './en/acts-office';
import type { actsSeat } from './en/acts-seat';
import type { desk } from './en/desk';
import type { entrants } from './en/entrants';
import type { event } from './en/event';
import type { draws } from './en/draws';
import type { eventWords } from './en/event-words';
import type { federations } from './en/federations';
import type { gallery } from './en/gallery';
import type { device } from './en/device';
import type { home } from './en/home';
import type { next } from './en/next';
import type { offline } from './en/offline';
import type { office } from './en/office';
import type { archive } from './en/archive';
import type { papp } from './en/papp';
import type { ratingFiles } from './en/rating-files';
import type { ratingOffice } from './en/rating-office';
import type { replay } from './en/replay';
import type { round } from './en/round';
import type { rules } from './en/rules';
import type { seasons } from './en/seasons';
import type { shell } from './en/shell';
import type { table } from './en/table';
import type { tableWords } from './en/table-words';
import type { waiting } from './en/waiting';
import type { webhooks } from './en/webhooks';

/** Every text of the app by its key. */
export type Messages = typeof shell &
  typeof home &
  typeof device &
  typeof event &
  typeof eventWords &
  typeof draws &
  typeof papp &
  typeof archive &
  typeof ratingFiles &
  typeof offline &
  typeof office &
  typeof ratingOffice &
  typeof federations &
  typeof webhooks &
  typeof seasons &
  typeof table &
  typeof tableWords &
  typeof replay &
  typeof rules &
  typeof desk &
  typeof next &
  typeof waiting &
  typeof entrants &
  typeof round &
  typeof acts &
  typeof actsAccounts &
  typeof actsSetup &
  typeof actsEntrants &
  typeof actsPairing &
  typeof actsRound &
  typeof actsRulings &
  typeof actsFinals &
  typeof actsMatches &
  typeof actsOffice &
  typeof actsSeat &
  typeof gallery;

/** Some of the texts: what one kind of page needs. */
export type Part = keyof typeof PARTS;

/** The files of the texts, each fetched with the first page that needs it. */
export const PARTS = {
  shell: async () => (await import('./en/shell')).shell,
  device: async () => (await import('./en/device')).device,
  home: async () => (await import('./en/home')).home,
  event: async () => (await import('./en/event')).event,
  archive: async () => (await import('./en/archive')).archive,
  rating_files: async () => (await import('./en/rating-files')).ratingFiles,
  offline: async () => (await import('./en/offline')).offline,
  office: async () => (await import('./en/office')).office,
  rating_office: async () => (await import('./en/rating-office')).ratingOffice,
  federations: async () => (await import('./en/federations')).federations,
  webhooks: async () => (await import('./en/webhooks')).webhooks,
  seasons: async () => (await import('./en/seasons')).seasons,
  draws: async () => (await import('./en/draws')).draws,
  papp: async () => (await import('./en/papp')).papp,
  event_words: async () => (await import('./en/event-words')).eventWords,
  table_words: async () => (await import('./en/table-words')).tableWords,
  replay: async () => (await import('./en/replay')).replay,
  table: async () => (await import('./en/table')).table,
  desk: async () => (await import('./en/desk')).desk,
  next: async () => (await import('./en/next')).next,
  waiting: async () => (await import('./en/waiting')).waiting,
  entrants: async () => (await import('./en/entrants')).entrants,
  round: async () => (await import('./en/round')).round,
  rules: async () => (await import('./en/rules')).rules,
  acts: async () => (await import('./en/acts')).acts,
  acts_accounts: async () => (await import('./en/acts-accounts')).actsAccounts,
  acts_setup: async () => (await import('./en/acts-setup')).actsSetup,
  acts_entrants: async () => (await import('./en/acts-entrants')).actsEntrants,
  acts_pairing: async () => (await import('./en/acts-pairing')).actsPairing,
  acts_round: async () => (await import('./en/acts-round')).actsRound,
  acts_rulings: async () => (await import('./en/acts-rulings')).actsRulings,
  acts_finals: async () => (await import('./en/acts-finals')).actsFinals,
  acts_matches: async () => (await import('./en/acts-matches')).actsMatches,
  acts_office: async () => (await import('./en/acts-office')).actsOffice,
  acts_seat: async () => (await import('./en/acts-seat')).actsSeat,
  gallery: async () => (await import('./en/gallery')).gallery,
} as const;
