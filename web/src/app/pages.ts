import type { Page } from '../browser/routes';
import type { Lazy } from '../ui/lazy';

const EVENT: Lazy = {
  load: () => import('../pages/event/TournamentPage.svelte'),
  texts: ['event', 'event_words', 'follow', 'table', 'table_words', 'rules'],
};
const CASUAL: Lazy = { load: () => import('../pages/play/CasualPage.svelte'), texts: ['casual', 'play'] };
const CONTESTS: Lazy = {
  load: () => import('../pages/contests/ContestsPage.svelte'),
  texts: ['casual', 'play', 'contests', 'acts'],
};
const HELP: Lazy = { load: () => import('../pages/help/HelpPage.svelte'), texts: ['help'] };
const DESK: Lazy = { load: () => import('../pages/desk/DeskPage.svelte'), texts: ['event_words', 'table_words', 'desk', 'next', 'acts'] };

const MODERATION: Lazy = {
  load: () => import('../pages/moderation/ModerationPage.svelte'),
  texts: ['casual', 'play', 'order', 'moderation', 'acts', 'acts_accounts'],
};
const OFFICE: Lazy = {
  load: () => import('../pages/office/OfficePage.svelte'),
  texts: [
    'event_words',
    'rules',
    'rating_files',
    'office',
    'rating_office',
    'federations',
    'archive',
    'acts',
    'acts_office',
    'acts_entrants',
  ],
};

/** Each page's code, and the parts of the texts that it says. What stands on every page is here already. */
export const PAGES: Record<Page, Lazy> = {
  home: { load: () => import('../pages/home/HomePage.svelte'), texts: ['home', 'event', 'event_words', 'table', 'table_words'] },
  signIn: { load: () => import('../pages/account/SignInPage.svelte'), texts: ['home'] },
  account: { load: () => import('../pages/account/AccountPage.svelte'), texts: ['home', 'event', 'event_words', 'desk'] },
  play: { load: () => import('../pages/play/PlayPage.svelte'), texts: ['casual', 'play', 'contests'] },
  casualGames: CASUAL,
  casualGamesOf: CASUAL,
  challenge: CASUAL,
  contests: CONTESTS,
  contest: CONTESTS,
  welcome: { load: () => import('../pages/account/WelcomePage.svelte'), texts: ['home'] },
  create: {
    load: () => import('../pages/create/CreatePage.svelte'),
    texts: ['home', 'event', 'event_words', 'rules', 'desk', 'acts', 'acts_setup'],
  },
  claim: { load: () => import('../pages/seat/ClaimPage.svelte'), texts: ['home', 'event', 'event_words', 'table', 'table_words', 'desk'] },
  tournament: EVENT,
  tournamentView: EVENT,
  tournamentPlayer: EVENT,
  wall: { load: () => import('../pages/wall/WallPage.svelte'), texts: ['event', 'event_words', 'follow', 'table_words', 'wall'] },
  desk: DESK,
  deskView: DESK,
  seat: {
    load: () => import('../pages/seat/SeatPage.svelte'),
    texts: ['event_words', 'table_words', 'acts', 'acts_entrants', 'acts_matches', 'acts_seat'],
  },
  table: {
    load: () => import('../pages/table/TablePage.svelte'),
    texts: ['event', 'event_words', 'follow', 'table', 'table_words', 'casual'],
  },
  ownGames: {
    load: () => import('../pages/table/own/OwnGamesPage.svelte'),
    texts: ['event', 'event_words', 'table', 'table_words', 'own_games'],
  },
  embedTable: {
    load: () => import('../pages/embed/EmbedTablePage.svelte'),
    texts: ['event_words', 'table', 'table_words', 'embed', 'casual'],
  },
  embedBoard: {
    load: () => import('../pages/embed/EmbedBoardPage.svelte'),
    texts: ['event_words', 'table', 'table_words', 'embed', 'casual'],
  },
  embedStandings: {
    load: () => import('../pages/embed/EmbedStandingsPage.svelte'),
    texts: ['event', 'event_words', 'table', 'table_words', 'embed'],
  },
  overlay: { load: () => import('../pages/embed/OverlayPage.svelte'), texts: ['event_words', 'table', 'table_words', 'embed', 'casual'] },
  overlayBoard: {
    load: () => import('../pages/embed/OverlayBoardPage.svelte'),
    texts: ['event_words', 'table', 'table_words', 'embed', 'casual'],
  },
  gallery: {
    load: () => import('../pages/gallery/GalleryPage.svelte'),
    texts: [
      'event',
      'event_words',
      'table',
      'table_words',
      'desk',
      'acts',
      'acts_round',
      'acts_seat',
      'acts_office',
      'office',
      'rating_office',
      'rating_files',
      'checks',
      'federations',
      'summons',
      'casual',
      'gallery',
    ],
  },
  ratingFiles: { load: () => import('../pages/ratings/RatingFilesPage.svelte'), texts: ['rating_files', 'checks', 'office'] },
  ratingOffice: OFFICE,
  ratingOfficeView: OFFICE,
  federations: {
    load: () => import('../pages/federations/FederationsPage.svelte'),
    texts: ['office', 'federations', 'moderators', 'acts'],
  },
  moderation: MODERATION,
  moderationView: MODERATION,
  webhooks: { load: () => import('../pages/webhooks/WebhooksPage.svelte'), texts: ['office', 'webhooks', 'acts'] },
  archive: { load: () => import('../pages/archive/ArchivePage.svelte'), texts: ['archive'] },
  players: { load: () => import('../pages/archive/PlayersPage.svelte'), texts: ['archive'] },
  player: { load: () => import('../pages/archive/PlayerPage.svelte'), texts: ['archive'] },
  ratingList: { load: () => import('../pages/archive/RatingListPage.svelte'), texts: ['archive'] },
  seasons: { load: () => import('../pages/seasons/SeasonsPage.svelte'), texts: ['seasons', 'acts', 'acts_setup'] },
  season: { load: () => import('../pages/seasons/SeasonPage.svelte'), texts: ['seasons', 'acts', 'acts_setup'] },
  help: HELP,
  helpRole: HELP,
  helpReference: HELP,
  helpRules: { load: () => import('../pages/help/RulesPage.svelte'), texts: ['help', 'rules'] },
  missing: { load: () => import('../pages/missing/MissingPage.svelte'), texts: ['home'] },
};
