import type { AnswerOf } from '../contract/call';
import { listText } from '../i18n';
import { countryName } from '../i18n/countries';
import { language } from '../i18n/language';
import { formatHalves } from '../i18n/numbers';
import { told } from '../i18n/server-words';

type Team = AnswerOf<'get_team_standings'>['rows'][number];

/** A team's sum, and what placed it among those with as much; the server's sentence in English. */
export function teamText(team: Team, teams: readonly Team[]): string {
  if (language === 'en') return team.explanation;
  return [sumOf(team), ...leftOutOf(team), ...decidedOf(team, teams), told('team.end', '.')].join('');
}

const listed = (members: Team['members']): string[] => members.map((member) => formatHalves(member.half_points));

function sumOf({ members, half_points }: Team): string {
  const added = listed(members.filter((member) => member.counts));
  const left = listed(members.filter((member) => !member.counts && !member.left_out));
  const sum = `${added.join(' + ')} = ${formatHalves(half_points)}`;
  return left.length === 0 ? sum : sum + told('team.best', '', { count: added.length, left: left.join(', ') });
}

const leftOutOf = ({ members }: Team): string[] =>
  listed(members.filter((member) => member.left_out)).map((points) => told('team.additional', '', { points }));

/** Teams with as much as the first are parted by one of the steps; the others are equal, and so are those whom no step parted. */
function decidedOf(team: Team, teams: readonly Team[]): string[] {
  const same = teams.filter((other) => other.half_points === team.half_points);
  const place = team.rank === 1 ? 'first' : 'behind';
  const step = team.decided_by ? [told(`team.${place}.${team.decided_by}`, '', { tied: same.length, count: team.internal_games })] : [];
  const equal = same.filter((other) => other.rank === team.rank && other.team !== team.team).map((other) => countryName(other.team));
  return equal.length === 0 ? step : [...step, told('team.equal', '', { teams: listText(equal) })];
}
