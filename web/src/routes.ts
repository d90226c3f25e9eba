/** The pages of the app, and the parts of their addresses that vary. */
const ROUTES = {
  home: '/',
  signIn: '/sign-in',
  account: '/account',
  welcome: '/welcome',
  create: '/new',
  claim: '/claim',
  tournament: '/t/:tournament',
  desk: '/t/:tournament/desk',
  deskView: '/t/:tournament/desk/:view',
  seat: '/t/:tournament/seat',
  tournamentView: '/t/:tournament/:view',
  table: '/g/:game',
} as const;

export type Page = keyof typeof ROUTES | 'missing';

export interface Match {
  page: Page;
  found: boolean;
  parameters: Record<string, string>;
}

function take(pattern: string, parts: string[]): Record<string, string> | null {
  const wanted = pattern.split('/').filter(Boolean);
  if (wanted.length !== parts.length) return null;
  const parameters: Record<string, string> = {};
  for (const [place, want] of wanted.entries()) {
    const got = parts[place] ?? '';
    if (want.startsWith(':')) parameters[want.slice(1)] = got;
    else if (want !== got) return null;
  }
  return parameters;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Which page an address means. Earlier routes win. */
export function matchRoute(path: string): Match {
  const parts = path.split('/').filter(Boolean).map(decoded);
  for (const [page, pattern] of Object.entries(ROUTES)) {
    const parameters = take(pattern, parts);
    if (parameters) return { page: page as Page, found: true, parameters };
  }
  return { page: 'missing', found: false, parameters: {} };
}
