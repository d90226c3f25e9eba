/** What a page of a rule set says beside the values, which have the words of the app: English, by names of the contract. */

/** What each rule set is for. */
export const ABOUT: Readonly<Record<string, string>> = {
  'egp-2020':
    'The rules of the European Grand Prix, version 3.0 of January 2020. Take them for a leg of the Grand Prix, or for an open event that wants to be held like one: everybody may enter, one long qualification, then a final.',
  'woc-2024':
    'The rules of the World Othello Championship of 2024. Take them for a world championship, or for an event that is held like one: nations enter teams, thirteen rounds make the lists of players, teams and women, and the best go on to playoffs, semi-finals and finals.',
  'mso-swiss':
    'The rules of competition of the Mind Sports Olympiad for games of two, as a Swiss system. Take them for an event of one day with many players, whose rulings may be reviewed by a second official and appealed.',
  'mso-round-robin':
    'The rules of competition of the Mind Sports Olympiad for games of two, as a round robin: everybody plays everybody once. Take them for a few players with time for all games.',
  'aga-swiss':
    'The tournament rules of the American Go Association, applied to Othello, as a Swiss system. Take them where appeals go to a committee, programs may play, and ties go through the opponents’ points.',
  'aga-mcmahon':
    'The tournament rules of the American Go Association, applied to Othello, as a McMahon system: the stronger begin with points, so that from round 1 on people meet who play alike. Take them where strengths differ much and ratings are known.',
  papp: 'The practice of the pairing program PAPP, which clubs and federations have paired their events with: seven rounds and no finals, every possible pair has a price, and the cheapest round is played.',
  club: 'Defaults for an evening among friends, here on the server or over the board. No text binds it: everything may be set otherwise, and nothing that is set is a departure.',
};

/** The texts behind the first word of a paragraph. */
export const TEXTS: Readonly<Record<string, string>> = {
  EGP: 'European Grand Prix rules 3.0',
  WOC: 'World Othello Championships Rules',
  MSO: 'Mind Sports Olympiad rules of competition',
  AGA: 'American Go Association tournament rules',
  PAPP: 'the practice of the program PAPP',
};

/** What a criterion of the list is. */
export const CRITERIA: Readonly<Record<string, string>> = {
  points: 'a game won is a point, a draw half a point',
  brightwell_quotient: 'own discs and a constant times the opponents’ points: it counts against whom the points were made',
  disc_count: 'the sum of the player’s discs',
  'buchholz:0': 'the sum of the opponents’ points',
  'buchholz:1': 'the sum of the opponents’ points but for the lowest of them',
  'buchholz:2': 'the sum of the opponents’ points but for the two lowest of them',
  progressive: 'the sum of the points that the player had after each round: early wins count more',
  sonneborn_berger: 'the points of the opponents who were beaten, and half of those who drew',
  head_to_head: 'the points from the games of the tied against each other',
  sum_of_opponents_scores: 'the sum of the opponents’ points',
  sum_of_defeated_opponents_scores: 'the sum of the points of the opponents who were beaten, half of those who drew',
  median: 'the opponents’ points but for the best and the worst of them',
  score_against_common_opponents: 'points won less points lost against those whom all of the tied have met',
  cumulative: 'the sum of the points that the player had after each round',
  fewest_timeouts: 'in how many games the player’s flag fell: fewer are better',
  lots: 'drawn once, written down, and repeatable by anybody',
};

/** What a criterion of a Swiss pairing asks for. */
export const LEVELS: Readonly<Record<string, string>> = {
  repeats: 'nobody meets an opponent twice, or has a second bye',
  third_meetings: 'nobody meets an opponent for the third time',
  difference: 'the points of opponents differ as little as can be',
  difference_squares: 'two small differences rather than one great one',
  colour: 'everybody plays Black as often as White',
  floats: 'whoever met a stronger or weaker opponent last does not so again',
  alternation: 'nobody has the colour of the round before',
  country: 'opponents come from different countries',
};

/** How time is counted. */
export const CONTROLS: Readonly<Record<string, string>> = {
  sudden_death: 'Each player has one stock of time for the whole game, and nothing is added to it.',
  fischer: 'Each player has a stock of time, to which a little is added after each move.',
  bronstein: 'Each player has a stock of time; what a move takes is given back up to the delay.',
  byoyomi: 'After the main time there are periods: a move inside one costs nothing, one that is used up is gone.',
  canadian: 'After the main time a block of moves has to be made in a block of time, then a new block begins.',
};

/** What happens when a flag falls. */
export const DEFAULTS: Readonly<Record<string, string>> = {
  play_on_for_score:
    'Whose flag falls has lost the game. Both get 2:00 and play on for the score, which is at least 33–31 for the winner. If the loser’s flag falls again, or the loser resigns, it is 64–0; if the winner’s flag falls too, or the winner stops playing, it is 33–31.',
  loss_of_all_discs: 'Whose flag falls has lost the game, 64–0.',
  loss_on_board: 'Whose flag falls has lost the game. The board’s score stands, at least 33–31 for the winner.',
  winner_plays_on: 'Whose flag falls has lost the game. The winner plays on for both sides, and that score stands.',
};

/** What becomes of who does not come. */
export const ABSENCES: Readonly<Record<string, string>> = {
  clock_only:
    'Clocks start at the announced time, whoever is there. Who comes late has lost the time that went by; who does not come loses when the clock is empty.',
  limit:
    'Clocks start at the announced time, whoever is there. Who has not come when the wait is over has lost without a game (a *no-show*).',
};

/** How the first round of a Swiss system is paired. */
export const FIRST_ROUNDS: Readonly<Record<string, string>> = {
  random: 'The first round is drawn by lot.',
  woc_groups:
    'In the first round the semi-finalists of earlier championships (group A) meet others (group B), drawn by lot, with Black and White in turn.',
  rated_slide: 'In the first round the upper half of the list by rating meets the lower half, first against first.',
  rated_fold: 'In the first round the first of the list by rating meets the last.',
  rated_adjacent: 'In the first round the first of the list by rating meets the second.',
  manual: 'The first round is paired by the director.',
};

/** The matches of finals, and what they are. */
export const MATCHES: Readonly<Record<string, { title: string; text: string; source: string }>> = {
  playoffs: {
    title: 'Playoffs',
    text: 'Where places in the semi-finals are tied on points, one game each: 4 against 5, 3 against 6, 2 against 7, 1 against 8.',
    source: 'finals.playoffs',
  },
  semi_finals: {
    title: 'Semi-finals',
    text: 'First against fourth of the list, second against third. Points decide, then discs, then the higher place in the list.',
    source: 'finals.semi_finals',
  },
  final_match: {
    title: 'Final',
    text: 'The two winners, or first against second of the list where there are no semi-finals. Points decide, then discs, then the higher place. At 2–0 no third game is played.',
    source: 'finals.final_match',
  },
  third_place: {
    title: 'Third place',
    text: 'The losers of the semi-finals, or third against fourth of the list. It begins together with the first game of the final.',
    source: 'finals.third_place',
  },
  women: {
    title: 'Women’s final',
    text: 'The two best women of the list, after playoffs where points are equal. With a woman in the semi-finals it is not played: the best finish makes the champion.',
    source: 'finals.women',
  },
  side_swiss: {
    title: 'Beside the semi-finals',
    text: 'Those who did not qualify play Swiss rounds meanwhile.',
    source: 'finals.side_swiss',
  },
  tie_playoffs: {
    title: 'Playoffs of ties',
    text: 'Who is tied may play for the better place, where both agree and there is time.',
    source: 'finals.tie_playoffs',
  },
};

/** Acts that have a paragraph of their own. */
export const ACTS: Readonly<Record<string, string>> = {
  accommodation: 'Special needs: more time, an assistant',
  additional_player: 'The host’s additional player',
  adjournment: 'Adjourning a game',
  byes: 'Byes',
  colour_choice: 'Choosing a colour, or the win of a draw',
  consultation: 'No help from others while playing',
  defective_clock: 'A clock that is wrong',
  draws: 'Draws',
  lots: 'Lots',
  monitors: 'Monitors, who watch clocks',
  officials: 'Officials',
  pairing_program: 'Which program pairs',
  protests: 'Protests to the director',
  registration: 'Entering',
  resignation: 'Resigning',
  results: 'Results and their confirmation',
  simultaneous_play: 'Playing in several events at once',
  spectators: 'Spectators',
  table_judges: 'Table judges',
  time_default: 'Losing on time',
  withdrawal: 'Leaving the event for good',
};

/** When a duty is due. */
export const DUTY_TIMES: Readonly<Record<string, string>> = {
  before_deadline: 'by the deadline of registration',
  before_play: 'before round 1',
  after_play: 'after the end',
};

/** What decides a tie of teams for first place. */
export const TEAM_TIES: Readonly<Record<string, string>> = {
  internal_games: 'most games between own members',
  best_member: 'the best member’s place in the list',
  second_member: 'the second member’s place in the list',
};

/** Who hears an appeal. */
export const APPEALS: Readonly<Record<string, string>> = {
  head_arbiter: 'A ruling may be appealed to the head arbiter',
  committee: 'A ruling may be appealed to a committee',
};
