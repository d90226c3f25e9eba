import { describe, expect, it } from 'vitest';
import { helpOf, matchRoute } from '../src/browser/routes';

describe('addresses', () => {
  it.each([
    ['/', 'home'],
    ['/new', 'create'],
    ['/account', 'account'],
    ['/me/games', 'ownGames'],
    ['/t/x', 'tournament'],
    ['/t/x/desk', 'desk'],
    ['/t/x/desk/entrants', 'deskView'],
    ['/t/x/seat', 'seat'],
    ['/t/x/pairings', 'tournamentView'],
    ['/t/x/players/y', 'tournamentPlayer'],
    ['/t/x/wall', 'wall'],
    ['/g/y', 'table'],
    ['/play', 'play'],
    ['/play/games', 'casualGames'],
    ['/play/games/y', 'casualGamesOf'],
    ['/challenge/y', 'challenge'],
    ['/contests', 'contests'],
    ['/contests/y', 'contest'],
    ['/contests/y/z', 'missing'],
    ['/players', 'players'],
    ['/rating-files', 'ratingFiles'],
    ['/webhooks', 'webhooks'],
    ['/moderation', 'moderation'],
    ['/moderation/log', 'moderationView'],
    ['/moderation/no-such-view', 'missing'],
    ['/seasons', 'seasons'],
    ['/seasons/x', 'season'],
    ['/seasons/x/y', 'missing'],
    ['/g/y/z', 'missing'],
    ['/t/x/no-such-view', 'missing'],
    ['/t/x/desk/no-such-section', 'missing'],
    ['/api/docs', 'missing'],
  ])('%s is %s', (path, page) => {
    expect(matchRoute(path).page).toBe(page);
  });

  it('of casual play lead to the help of a player, and no address that begins alike', () => {
    const led = ['/play', '/play/games', '/challenge/y', '/contests/y', '/players'].map((path) => helpOf(path, false));
    const casual = '/help/player#casual';
    expect(led).toEqual([casual, casual, casual, `${casual}-contests`, '/help/spectator']);
  });

  it('of a table lead to the help of whoever is there, and of casual play where it is one', () => {
    expect(helpOf('/g/y', false)).toBe('/help/spectator');
    expect(helpOf('/g/y', true)).toBe('/help/player');
    expect([false, true].map((seat) => helpOf('/g/y', seat, true))).toEqual(['/help/player#casual-table', '/help/player#casual-table']);
    expect(helpOf('/archive', true, true)).toBe('/help/spectator');
  });

  it('of moderation lead to the help of a moderator', () => {
    expect(['/moderation', '/moderation/log'].map((path) => helpOf(path, false))).toEqual(['/help/moderator', '/help/moderator']);
  });

  it('names what varies, and survives bad escapes', () => {
    expect(matchRoute('/t/a%20b/games').parameters).toEqual({ tournament: 'a b', view: 'games' });
    expect(matchRoute('/t/%zz').parameters).toEqual({ tournament: '%zz' });
  });
});
