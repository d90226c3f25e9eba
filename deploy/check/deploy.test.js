// The files of a deployment are what their tools take them for. Each check is shown something broken as well.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { collector, compose, dockerfile, read, root, settings, toml, yaml } from './files.js';

const { variables, keys } = settings();
const inSources = (path) => existsSync(new URL(path, root));

/** The text with one thing changed, which has to be there. */
function broken(text, from, to) {
  assert.ok(text.includes(from), `${from} is not there to be broken`);
  return text.replace(from, to);
}

function caught(wrong, words) {
  assert.ok(
    wrong.some((sentence) => words.test(sentence)),
    `${words} is not among ${JSON.stringify(wrong)}`,
  );
}

test('the compose file is one, and names only what is there', () => {
  const text = read('compose.yaml');
  assert.deepEqual(compose(text, variables), []);
  const { services } = yaml(text);
  const running = Object.values(services).flatMap((service) => {
    const roles = service.profiles ? undefined : service.environment?.OUTFLANK_ROLES;
    return roles ? Array(service.deploy?.replicas ?? 1).fill(roles) : [];
  });
  const count = (role) => running.filter((name) => name === role).length;
  assert.deepEqual(
    ['gateway', 'identity', 'pairing', 'play', 'standings', 'ratings'].map(count),
    [2, 1, 1, 2, 1, 1],
  );
  for (const [name, service] of Object.entries(services)) {
    if (!service.build) continue;
    assert.deepEqual(service.cap_drop, ['ALL'], name);
    assert.equal(service.read_only, true, name);
  }
});

test('a broken compose file is noticed', () => {
  const text = read('compose.yaml');
  const of = (from, to) => compose(broken(text, from, to), variables);
  caught(of('stop_grace_period: 30s', 'stop_grace_time: 30s'), /additional properties/);
  caught(of('replicas: 2', 'replicas: two'), /must be/);
  caught(of('play=dns:play:8081', 'play=dns:plays:8081'), /leads to no service that runs play/);
  caught(of('OUTFLANK_REDIS:', 'OUTFLANK_REDDIS:'), /does not read/);
  caught(of('networks: [outside, inside]', 'networks: [outside, onside]'), /no network/);
  caught(of('- keys:/keys:ro', '- key:/keys:ro'), /no volume/);
  caught(of('image: postgres:17', 'image: postgres'), /newest/);
  caught(of('    redis:\n      condition', '    reddis:\n      condition'), /no service/);
  assert.throws(() => compose(`${text}\nname: again\n`, variables), /unique/i);
});

test('the Dockerfile is one, and copies what is there', () => {
  assert.deepEqual(dockerfile(read('Dockerfile'), inSources), []);
});

test('a broken Dockerfile is noticed', () => {
  const text = read('Dockerfile');
  const of = (from, to) => dockerfile(broken(text, from, to), inSources);
  caught(of('WORKDIR /outflank\nCOPY Cargo', 'WORKDIRR /outflank\nCOPY Cargo'), /Unknown instruction/);
  caught(of('COPY engine engine', 'COPY engines engine'), /engines is copied and not there/);
  caught(of('USER outflank', 'USER root'), /runs as root/);
  caught(of('HEALTHCHECK --interval', '#HEALTHCHECK --interval'), /./);
  caught(of('FROM debian:trixie-slim', 'FROM debian'), /no tag/);
});

test('the collector knows every part of its pipelines', () => {
  assert.deepEqual(collector(read('collector.yaml')), []);
  const of = (from, to) => collector(broken(read('collector.yaml'), from, to));
  caught(of('receivers: [otlp]', 'receivers: [otpl]'), /otpl, not among the receivers/);
  caught(of('exporters: [debug]', 'exporters: []'), /has no exporters/);
  const jobs = yaml(read('collector.yaml')).receivers.prometheus.config.scrape_configs;
  const asked = jobs.flatMap((job) => job.dns_sd_configs.flatMap((found) => found.names));
  const { services } = yaml(read('compose.yaml'));
  const processes = Object.keys(services).filter(
    (name) => services[name].environment?.OUTFLANK_ROLES && !services[name].profiles,
  );
  assert.deepEqual(asked.sort(), processes.sort());
  // It is shown the counters where it asks from, and browsers come in elsewhere.
  const { networks } = yaml(read('compose.yaml'));
  const [{ subnet }] = networks.inside.ipam.config;
  for (const name of processes) {
    const { environment, networks: joined } = services[name];
    assert.ok(environment.OUTFLANK_METRICS_FROM.split(',').includes(subnet), name);
    const shared = joined.filter((network) => services.collector.networks.includes(network));
    assert.deepEqual(shared, ['inside'], name);
  }
});

test('the settings file holds settings', () => {
  assert.deepEqual(toml(read('outflank.toml'), keys), []);
  caught(toml(broken(read('outflank.toml'), 'listen = ', 'listens = '), keys), /listens is no setting/);
});

const analyse = (unit, ...more) => {
  const scratch = mkdtempSync(join(tmpdir(), 'outflank-unit-'));
  try {
    const path = join(scratch, 'outflank.service');
    // The binary need not be installed where the unit is looked at.
    writeFileSync(path, unit.replaceAll('/usr/local/bin/outflank', process.execPath));
    return spawnSync('systemd-analyze', [...more, path], { encoding: 'utf8' });
  } finally {
    rmSync(scratch, { recursive: true });
  }
};
const absent = spawnSync('systemd-analyze', ['--version']).error !== undefined;
const skip = absent && 'systemd-analyze is not installed';

test('systemd takes the unit, and finds little of the machine exposed', { skip }, () => {
  const unit = read('outflank.service');
  const verified = analyse(unit, 'verify', '--man=no');
  assert.equal(verified.status, 0, verified.stderr);
  assert.doesNotMatch(verified.stderr, /outflank\.service/);
  const noticed = analyse(broken(unit, 'Type=exec', 'Tipe=exec'), 'verify', '--man=no');
  assert.match(noticed.stderr, /Tipe/);
  const exposed = ['security', '--offline=true', '--no-pager', '--threshold=25'];
  const secure = analyse(unit, ...exposed);
  assert.equal(secure.status, 0, secure.stdout + secure.stderr);
  const open = analyse(unit.replace(/^(Protect|Private|Restrict|SystemCall|Capab).*\n/gm, ''), ...exposed);
  assert.notEqual(open.status, 0, 'an open unit passes');
});
