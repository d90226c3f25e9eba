/** What a tournament's public pages show, in the order of their tabs. */
export const EVENT_VIEWS = ['standings', 'crosstable', 'pairings', 'games', 'finals', 'lists', 'entry', 'rules', 'documents'] as const;

/** The sections of a director's desk, in the order of their tabs. */
export const DESK_SECTIONS = ['round', 'pairing', 'entrants', 'rulings', 'finals', 'event', 'officials', 'closing'] as const;
export type DeskSection = (typeof DESK_SECTIONS)[number];

/** The rule sets that have a page of their own, in the order in which they are offered. */
export const RULE_PAGES = ['egp-2020', 'woc-2024', 'mso-swiss', 'mso-round-robin', 'aga-swiss', 'aga-mcmahon', 'papp', 'club'] as const;

/** Whom the help is written for, each with a page of its own. */
export const HELP_ROLES = ['player', 'spectator', 'director', 'rating-officer', 'moderator', 'operator', 'bot-author'] as const;
export type HelpRole = (typeof HELP_ROLES)[number];

/** The documents that the help leads on to, in English alone. */
export const REFERENCES = ['director', 'rating-officer', 'operator', 'deploying', 'programs', 'api', 'live-protocol', 'glossary'] as const;

/** What the rating office shows beside its inbox. */
export const OFFICE_VIEWS = ['events', 'deadline', 'players', 'imports'] as const;

/** What the moderators' desk shows beside its reports. */
export const MODERATION_VIEWS = ['conduct', 'log', 'accounts'] as const;

/** The pages of the app, and the parts of their addresses that vary; a list names what such a part may be. */
const ROUTES = {
  home: ['/'],
  signIn: ['/sign-in'],
  account: ['/account'],
  ownGames: ['/me/games'],
  play: ['/play'],
  casualGames: ['/play/games'],
  casualGamesOf: ['/play/games/:view'],
  challenge: ['/challenge/:view'],
  contests: ['/contests'],
  contest: ['/contests/:view'],
  welcome: ['/welcome'],
  create: ['/new'],
  claim: ['/claim'],
  tournament: ['/t/:tournament'],
  desk: ['/t/:tournament/desk'],
  deskView: ['/t/:tournament/desk/:view', DESK_SECTIONS],
  seat: ['/t/:tournament/seat'],
  wall: ['/t/:tournament/wall'],
  tournamentView: ['/t/:tournament/:view', EVENT_VIEWS],
  tournamentPlayer: ['/t/:tournament/players/:view'],
  table: ['/g/:game'],
  embedTable: ['/embed/g/:game'],
  embedBoard: ['/embed/t/:tournament/table/:table'],
  embedStandings: ['/embed/t/:tournament/standings'],
  overlay: ['/overlay/g/:game'],
  overlayBoard: ['/overlay/t/:tournament'],
  gallery: ['/gallery'],
  ratingFiles: ['/rating-files'],
  ratingOffice: ['/rating-office'],
  ratingOfficeView: ['/rating-office/:view', OFFICE_VIEWS],
  federations: ['/federations'],
  moderation: ['/moderation'],
  moderationView: ['/moderation/:view', MODERATION_VIEWS],
  webhooks: ['/webhooks'],
  archive: ['/archive'],
  players: ['/players'],
  player: ['/players/:player'],
  ratingList: ['/rating-list'],
  seasons: ['/seasons'],
  season: ['/seasons/:season'],
  help: ['/help'],
  helpRole: ['/help/:view', HELP_ROLES],
  helpReference: ['/help/reference/:view', REFERENCES],
  helpRules: ['/help/rules/:view', RULE_PAGES],
} as const satisfies Record<string, readonly [pattern: string, views?: readonly string[]]>;

export type Page = keyof typeof ROUTES | 'missing';
/** All of them but what stands in for a page that is not there. */
export const PAGE_NAMES = Object.keys(ROUTES) as Exclude<Page, 'missing'>[];

export interface Match {
  page: Page;
  found: boolean;
  parameters: Record<string, string>;
}

function take(pattern: string, parts: string[], views: readonly string[] | undefined): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  if (wanted.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [place, want] of wanted.entries()) {
    const got = parts[place] ?? '';
    if (want.startsWith(':')) parameters[want.slice(1)] = got;
    else if (want !== got) return null;
  }
  return views?.includes(parameters['view'] ?? '') === false ? null : parameters;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Pages that another page may hold in a frame: nothing is done there, and every link leads out of it. */
export const FRAMED: readonly Page[] = ['embedTable', 'embedBoard', 'embedStandings'];

/** Pages for everybody to see, on a site, a stream or a screen: they show what a spectator sees, whoever's browser it is. */
export const isForAll = ({ page }: Match, query: URLSearchParams): boolean =>
  FRAMED.includes(page) || page === 'overlay' || page === 'overlayBoard' || (page === 'wall' && query.has('screen'));

/** Where the page of a rule set is; null where it has none. */
export const rulePage = (name: string): string | null => (RULE_PAGES.some((one) => one === name) ? `/help/rules/${name}` : null);

/** For whom the pages are; where somebody may be anybody, there is the choice. */
const HELP_OF: [pages: RegExp, role: string][] = [
  [/\/desk|^\/new$/, '/director'],
  [/\/seat$|^\/(claim|me\/)/, '/player'],
  [/^\/(play$|play\/|challenge)/, '/player#casual'],
  [/^\/contests/, '/player#casual-contests'],
  [/^\/(rating-office|federations|webhooks)/, '/rating-officer'],
  [/^\/moderation/, '/moderator'],
  [/^\/welcome/, '/operator'],
  [/^\/([tg]|players|archive|rating-|seasons)/, '/spectator'],
];

/** Where the help of what is shown is: at a table that of a player, for whoever has a seat, and that of casual play where it is one. */
export function helpOf(path: string, hasSeat: boolean, casualTable = false): string {
  if (path.startsWith('/g/') && casualTable) return '/help/player#casual-table';
  return `/help${hasSeat && path.startsWith('/g/') ? '/player' : (HELP_OF.find(([pages]) => pages.test(path))?.[1] ?? '')}`;
}

/** Which page an address means. Earlier routes win. */
export function matchRoute(path: string): Match {
  const parts = path.split('/').filter(Boolean).map(decoded);
  for (const [page, [pattern, views]] of Object.entries<readonly [string, (readonly string[])?]>(ROUTES)) {
    const parameters = take(pattern, parts, views);
    if (parameters) return { page: page as Page, found: true, parameters };
  }
  return { page: 'missing', found: false, parameters: {} };
}
