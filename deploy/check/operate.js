// What operators are given: alerts, a dashboard, a runbook. Every check answers a list of sentences, empty when nothing
// is wrong.
import { yaml } from './files.js';

/** The metrics that the program shows, with their types, from the page that is made of it. */
export function metrics(page) {
  const rows = page.matchAll(/^\| `(\w+)` \| (\w+) \|/gm);
  return new Map([...rows].map(([, name, kind]) => [name, kind]));
}

/** The name of a heading in an address, as GitHub makes it. */
const anchor = (heading) => heading.toLowerCase().replace(/[^\w -]/g, '').replaceAll(' ', '-');

export const anchors = (page) => new Set([...page.matchAll(/^#+ (.+)$/gm)].map((found) => anchor(found[1])));

/** The metrics that an expression or a page names and the program does not show. */
export function unknown(text, known) {
  const named = new Set(text.match(/\boutflank_[a-z_]+\b/g));
  return [...named].filter((name) => {
    const family = name.replace(/_(bucket|sum|count)$/, '');
    return !(known.has(name) && known.get(name) !== 'histogram') && known.get(family) !== 'histogram';
  });
}

/** Every alert has its section of the runbook, its test, and metrics that there are. */
export function alerts(rules, tests, runbook, known) {
  const wrong = [];
  const fired = new Set(
    yaml(tests).tests.flatMap((one) =>
      one.alert_rule_test.filter((asked) => asked.exp_alerts?.length > 0).map((asked) => asked.alertname),
    ),
  );
  const sections = anchors(runbook);
  for (const rule of yaml(rules).groups.flatMap((group) => group.rules)) {
    const [page, section] = String(rule.annotations?.runbook).split('#');
    if (page !== 'docs/operator.md' || !sections.has(section)) wrong.push(`${rule.alert} has no page of the runbook`);
    else if (!runbook.includes(`\`${rule.alert}\``)) wrong.push(`the runbook does not name ${rule.alert}`);
    if (!fired.has(rule.alert)) wrong.push(`nothing fires ${rule.alert}`);
    if (!['page', 'look'].includes(rule.labels?.severity)) wrong.push(`${rule.alert} does not say whom it wakes`);
    for (const name of unknown(rule.expr, known)) wrong.push(`${rule.alert} asks for ${name}, which nothing shows`);
  }
  return wrong;
}

/** A dashboard asks for metrics that there are, each panel in a place of its own. */
export function dashboard(text, known) {
  const { panels, templating } = JSON.parse(text);
  const wrong = [];
  const ids = new Set(panels.map((panel) => panel.id));
  if (ids.size !== panels.length) wrong.push('two panels have the same id');
  const variables = new Set(['__rate_interval', '__all', ...templating.list.map((one) => one.name)]);
  for (const [index, panel] of panels.entries()) {
    const targets = panel.targets ?? [];
    if (panel.type !== 'row' && targets.length === 0) wrong.push(`${panel.title} asks for nothing`);
    for (const { expr } of targets) {
      for (const name of unknown(expr, known)) wrong.push(`${panel.title} asks for ${name}, which nothing shows`);
      for (const [, name] of expr.matchAll(/\$(\w+)/g)) {
        if (!variables.has(name)) wrong.push(`${panel.title} uses $${name}, which is no variable`);
      }
    }
    const at = panel.gridPos;
    for (const { title, gridPos: other } of panels.slice(index + 1)) {
      const apart = at.x + at.w <= other.x || other.x + other.w <= at.x || at.y + at.h <= other.y || other.y + other.h <= at.y;
      if (!apart) wrong.push(`${panel.title} lies on ${title}`);
    }
  }
  return wrong;
}
