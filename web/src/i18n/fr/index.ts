import { foreign as sayInstead } from '../foreign';
import type { Spoken } from '../parts';
import { shell } from './shell';

export const parts: Spoken['parts'] = {
  shell: async () => shell,
  home: async () => (await import('./home')).home,
  device: async () => (await import('./device')).device,
  offline: async () => (await import('./offline')).offline,
  embed: async () => (await import('./embed')).embed,
  event: async () => (await import('./event')).event,
  archive: async () => (await import('./archive')).archive,
  rating_files: async () => (await import('./rating-files')).ratingFiles,
  office: async () => (await import('./office')).office,
  rating_office: async () => (await import('./rating-office')).ratingOffice,
  federations: async () => (await import('./federations')).federations,
  webhooks: async () => (await import('./webhooks')).webhooks,
  seasons: async () => (await import('./seasons')).seasons,
  draws: async () => (await import('./draws')).draws,
  papp: async () => (await import('./papp')).papp,
  event_words: async () => (await import('./event-words')).eventWords,
  table_words: async () => (await import('./table-words')).tableWords,
  replay: async () => (await import('./replay')).replay,
  table: async () => (await import('./table')).table,
  desk: async () => (await import('./desk')).desk,
  next: async () => (await import('./next')).next,
  waiting: async () => (await import('./waiting')).waiting,
  entrants: async () => (await import('./entrants')).entrants,
  round: async () => (await import('./round')).round,
  rules: async () => (await import('./rules')).rules,
  acts: async () => (await import('./acts')).acts,
  acts_accounts: async () => (await import('./acts-accounts')).actsAccounts,
  acts_setup: async () => (await import('./acts-setup')).actsSetup,
  acts_entrants: async () => (await import('./acts-entrants')).actsEntrants,
  acts_pairing: async () => (await import('./acts-pairing')).actsPairing,
  acts_round: async () => (await import('./acts-round')).actsRound,
  acts_rulings: async () => (await import('./acts-rulings')).actsRulings,
  acts_finals: async () => (await import('./acts-finals')).actsFinals,
  acts_matches: async () => (await import('./acts-matches')).actsMatches,
  acts_office: async () => (await import('./acts-office')).actsOffice,
  acts_seat: async () => (await import('./acts-seat')).actsSeat,
  gallery: async () => (await import('./gallery')).gallery,
};

export const foreign = sayInstead({
  refusals: async () => (await import('./refusals')).refusals,
  sentences: async () => (await import('./sentences')).sentences,
});
