import type { Announcement, DutyLine, SavedRuleSet, Tournament, TournamentSummary } from '../../contract/types';
import type { Trial } from '../kit/trial';

// Scenes, each with its `tournament`: `registration` has an event by egp-2020 with 6 entrants and no round; `running` has
// round 1 of one published and nothing finished; `between` has round 1 finished and round 2 not published; `planned` is
// `registration` with a timetable in which round 1 has a start tomorrow; `ticked` is `registration` with the duty
// `director_named` ticked off. `rule_sets` has an account `director` with a saved rule set `Fernwood rules` by egp-2020 with a
// fee, its only one; `nothing` has an account alone.
const DESK = '/t/{tournament}/desk/event';
const AT = { scene: 'registration', by: 'director', page: DESK, read: '/tournaments/{tournament}' } as const;
const ON_NEW = { scene: 'rule_sets', by: 'director', page: '/new', read: '/saved-rule-sets' } as const;
const savedAs = (found: (set: SavedRuleSet) => boolean) => (answer: { rule_sets: SavedRuleSet[] }) => answer.rule_sets.some(found);
const REASON = { Reason: 'The hall closes.' };

/** A start as its control holds it, as many days ahead at that hour. */
function startIn(days: number, time: string): string {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${time}`;
}
const endedBy = (kind: string) => (tournament: Tournament) => tournament.early_ends.some((end) => end.kind === kind);
const startOf = (tournament: Tournament, round: number): number | null | undefined =>
  tournament.timetable?.sessions.flatMap((session) => session.plays).find((play) => play.round === round)?.starts_at_ms;
const firstDuty = ({ duties }: { duties: DutyLine[] }): DutyLine | undefined => duties.find((one) => one.duty === 'director_named');
const NAMED = 'Tell the European confederation who directs the tournament.';

/** How each of these acts is tried. */
export const setupTrials: Record<string, Trial> = {
  announce: {
    ...AT,
    when: 'any time until the event is confirmed',
    fill: { 'What is announced': 'Lunch is at 13:00.' },
    press: 'Announce to everybody',
    read: '/tournaments/{tournament}/announcements',
    holds: ({ announcements }: { announcements: Announcement[] }) => announcements.some((one) => one.text === 'Lunch is at 13:00.'),
    shows: 'Lunch is at 13:00.',
  },
  describe_tournament: {
    ...AT,
    when: 'until the event is confirmed',
    open: ['Write about the event'],
    fill: { Place: 'Town hall, Great Room', Prospectus: 'Boards and clocks are provided.' },
    press: 'Show it on the event’s page',
    holds: ({ description }: Tournament) =>
      description?.place === 'Town hall, Great Room' && description.prospectus === 'Boards and clocks are provided.',
    shows: 'Town hall, Great Room',
  },
  rehearse_tournament: {
    ...AT,
    when: 'until the event is over',
    press: 'Rehearse this event',
    read: '/tournaments/{tournament}/rehearsals',
    holds: ({ rehearsals }: { rehearsals: TournamentSummary[] }) => rehearsals.length === 1,
    shows: 'Before round 1',
  },
  set_timetable: {
    ...AT,
    when: 'until the event is confirmed; what is announced stands',
    open: ['Set the timetable'],
    fill: { 'Round 1, start': startIn(2, '09:30') },
    press: 'Set the timetable',
    holds: (tournament: Tournament) => tournament.timetable_set && typeof startOf(tournament, 1) === 'number',
    shows: 'Times of the event',
  },
  move_timetable: {
    ...AT,
    scene: 'planned',
    when: 'once a timetable is set',
    open: ['Move the timetable'],
    fill: { 'Round 1, start': startIn(3, '10:15'), 'Reason, announced to everybody': 'The hall opens late.' },
    press: 'Move the timetable and announce it',
    holds: (tournament: Tournament) => new Date(startOf(tournament, 1) ?? 0).getUTCMinutes() === 15,
    shows: 'The hall opens late.',
  },
  tick_duty: {
    ...AT,
    when: 'a duty’s time has come',
    open: [`Tick off: ${NAMED}`],
    fill: { 'How it was done': 'By letter.' },
    press: 'Tick it off',
    read: '/tournaments/{tournament}/duties',
    holds: (answer: { duties: DutyLine[] }) => firstDuty(answer)?.done === true,
    shows: 'By letter.',
  },
  untick_duty: {
    ...AT,
    scene: 'ticked',
    when: 'a duty is ticked off',
    open: [`Take back: ${NAMED}`],
    press: 'Not done after all',
    read: '/tournaments/{tournament}/duties',
    holds: (answer: { duties: DutyLine[] }) => firstDuty(answer)?.done === false,
    shows: `Tick off: ${NAMED}`,
  },
  shorten_qualification: {
    ...AT,
    scene: 'running',
    when: 'while the qualification is played',
    open: ['Play fewer rounds'],
    fill: { ...REASON, 'Rounds of the qualification, published ones included': '2' },
    press: 'Play 2 rounds instead of 9',
    answer: 'I know, and want it so',
    holds: endedBy('shortened'),
    on: '/t/{tournament}',
    shows: 'Shortened: 2 rounds instead of 9.',
  },
  end_early: {
    ...AT,
    scene: 'between',
    when: 'while the qualification is played',
    open: ['End the event early'],
    fill: { ...REASON, 'No finals either: the ranking is confirmed as it stands': true },
    press: 'End the event with round 1, without finals',
    answer: ['End it early', 'I know, and want it so'],
    holds: endedBy('ended_early'),
    on: '/t/{tournament}',
    shows: 'Ended early: 1 round',
  },
  abandon_tournament: {
    ...AT,
    scene: 'between',
    when: 'once a round is finished, until the event is confirmed',
    open: ['Abandon the event'],
    fill: REASON,
    press: 'Abandon the event for good',
    answer: ['Abandon the event for good', 'I know, and want it so'],
    holds: endedBy('abandoned'),
    shows: 'The event was abandoned.',
  },
  cancel_tournament: {
    ...AT,
    when: 'until the event is confirmed',
    open: ['Cancel the event'],
    fill: REASON,
    press: 'Cancel the event for good',
    answer: 'Cancel the event for good',
    holds: endedBy('cancelled'),
    shows: 'The event was cancelled.',
  },
  create_tournament: {
    when: 'any time; where the server lets administrators alone found events, by one of them',
    scene: 'nothing',
    by: 'director',
    page: '/new',
    fill: { Name: 'Fernwood Open', 'Host nation': 'DNK' },
    press: 'Create the tournament',
    read: '/tournaments',
    holds: ({ tournaments }: { tournaments: Tournament['summary'][] }) => tournaments.some((one) => one.name === 'Fernwood Open'),
    shows: '0 entrants',
  },
  change_rule_set: {
    ...AT,
    when: 'until round 1 is published',
    open: ['Change the rules', 'Entry'],
    fill: { 'Fee, in words': 'EUR 20' },
    press: 'Put these rules in force',
    holds: (tournament: Tournament) => tournament.rule_set_json.includes('EUR 20'),
    on: '/t/{tournament}/rules',
    shows: 'EUR 20',
  },
  amend_rules: {
    ...AT,
    scene: 'running',
    when: 'once round 1 is published; what stands since then cannot be amended',
    open: ['Amend the rules', 'Entry'],
    fill: { 'Fee, in words': 'EUR 15', 'What is announced of it to everybody': 'The fee is EUR 15.', Reason: 'A gift.' },
    press: 'Amend the rules from round 2 on and announce it',
    holds: (tournament: Tournament) => tournament.rules_of_rounds.length === 2,
    shows: 'The fee is EUR 15.',
  },
  save_rule_set: {
    ...ON_NEW,
    scene: 'nothing',
    when: 'any time',
    open: ['Save these rules'],
    fill: { 'Name of the rule set': 'Lower Marsh rules' },
    press: 'Save these rules as Lower Marsh rules',
    holds: savedAs((set) => set.name === 'Lower Marsh rules'),
    shows: 'Versions of Lower Marsh rules',
  },
  save_rule_set_version: {
    ...ON_NEW,
    when: 'until the rule set is retired',
    open: ['Versions of Fernwood rules', 'Save a new version of Fernwood rules'],
    press: 'Save as version 2 of Fernwood rules',
    holds: savedAs((set) => set.latest_version === 2),
    shows: 'version 2,',
  },
  rename_rule_set: {
    ...ON_NEW,
    when: 'any time, its owner',
    open: ['Versions of Fernwood rules', 'Rename Fernwood rules'],
    fill: { 'Name of the rule set': 'Fernwood 2026' },
    press: 'Rename it to Fernwood 2026',
    holds: savedAs((set) => set.name === 'Fernwood 2026'),
    shows: 'Versions of Fernwood 2026',
  },
  share_rule_set: {
    ...ON_NEW,
    when: 'any time, its owner',
    open: ['Versions of Fernwood rules'],
    press: 'Share Fernwood rules with everybody here',
    holds: savedAs((set) => set.shared),
    shows: 'Keep Fernwood rules to yourself',
  },
  retire_rule_set: {
    ...ON_NEW,
    when: 'any time, its owner',
    open: ['Versions of Fernwood rules'],
    press: 'Retire Fernwood rules',
    read: '/saved-rule-sets?retired=true',
    holds: savedAs((set) => set.retired),
    shows: 'Offer Fernwood rules again',
  },
};
