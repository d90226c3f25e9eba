// Alerts, dashboard and runbook belong together. Each check is shown something broken as well.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { read, root } from './files.js';
import { alerts, dashboard, metrics, unknown } from './operate.js';

const page = (name) => readFileSync(new URL(`docs/${name}`, root), 'utf8');
const known = metrics(page('metrics.md'));
const [rules, tests, runbook] = [read('prometheus/rules.yaml'), read('prometheus/rules.test.yaml'), page('operator.md')];

function broken(text, from, to) {
  assert.ok(text.includes(from), `${from} is not there to be broken`);
  return text.replaceAll(from, to);
}

function caught(wrong, words) {
  assert.ok(wrong.some((sentence) => words.test(sentence)), `${words} is not among ${JSON.stringify(wrong)}`);
}

test('every alert has its page of the runbook, its test and its metrics', () => {
  assert.ok(known.size > 40, 'the page of the metrics was not read');
  assert.deepEqual(alerts(rules, tests, runbook, known), []);
  assert.deepEqual(unknown(runbook, known), []);
  assert.deepEqual(unknown(page('deploying.md'), known), []);
});

test('a broken alert is noticed', () => {
  const of = (from, to) => alerts(broken(rules, from, to), tests, runbook, known);
  caught(of('outflank_live_answers', 'outflank_live_answer'), /OutflankBusDown asks for outflank_live_answer,/);
  caught(of('outflank_commit_seconds_bucket', 'outflank_commit_second_bucket'), /which nothing shows/);
  caught(of('#the-bus-is-down', '#the-bus-is-gone'), /OutflankBusDown has no page/);
  caught(of('OutflankBusDown', 'OutflankBusGone'), /nothing fires OutflankBusGone/);
  caught(of('OutflankBusDown', 'OutflankBusGone'), /does not name OutflankBusGone/);
  caught(of('severity: look', 'severity: low'), /does not say whom/);
});

test('the dashboard asks for what there is', () => {
  const text = read('grafana/outflank.json');
  assert.deepEqual(dashboard(text, known), []);
  const of = (from, to) => dashboard(broken(text, from, to), known);
  caught(of('outflank_rooms_open', 'outflank_rooms_shut'), /outflank_rooms_shut, which nothing shows/);
  caught(of('=~\\"$instance\\"', '=~\\"$process\\"'), /no variable/);
  caught(of('"x": 12', '"x": 11'), /lies on/);
});

const promtool = (rules, ...asked) => {
  const scratch = mkdtempSync(join(tmpdir(), 'outflank-rules-'));
  try {
    writeFileSync(join(scratch, 'rules.yaml'), rules);
    writeFileSync(join(scratch, 'rules.test.yaml'), tests);
    return spawnSync('promtool', asked, { encoding: 'utf8', cwd: scratch });
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
const absent = spawnSync('promtool', ['--version']).error !== undefined;
const skip = absent && 'promtool is not installed: scripts/install-tools promtool';

test('Prometheus takes the rules, and each alert fires', { skip }, () => {
  const taken = promtool(rules, 'check', 'rules', 'rules.yaml');
  assert.equal(taken.status, 0, taken.stderr);
  const fired = promtool(rules, 'test', 'rules', 'rules.test.yaml');
  assert.equal(fired.status, 0, fired.stdout + fired.stderr);
  const expressions = [...rules.matchAll(/expr: '(.*)'$/gm)].map((found) => found[1]);
  assert.ok(expressions.length > 15);
  // An alert that never fires is noticed, whichever it is, and one that always does.
  for (const expression of expressions) {
    const silent = promtool(rules.replace(expression, 'outflank_nothing > 0'), 'test', 'rules', 'rules.test.yaml');
    assert.notEqual(silent.status, 0, expression);
    const loud = promtool(rules.replace(expression, `${expression} or vector(1)`), 'test', 'rules', 'rules.test.yaml');
    assert.notEqual(loud.status, 0, expression);
  }
});
