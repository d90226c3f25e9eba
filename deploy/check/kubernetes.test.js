// Both overlays build, keep to Kubernetes' schemas, and name only what is there. Each check is shown something broken.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folder, root, settings } from './files.js';
import { manifests, objects } from './kubernetes.js';

const { variables } = settings();
const builders = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
];
const builder = builders.find(([program, word]) => spawnSync(program, [word, '--help']).status === 0);
const validate = fileURLToPath(new URL('target/kubernetes/bin/kubernetes-validate', root));
const skip = builder === undefined && 'neither kustomize nor kubectl is installed';
const unvalidated = skip || (!existsSync(validate) && 'scripts/install-tools kubernetes has not run');

function built(overlay) {
  const [program, word] = builder;
  const path = fileURLToPath(new URL(`kubernetes/overlays/${overlay}`, folder));
  const made = spawnSync(program, [word, path], { encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  return made.stdout;
}

function broken(text, from, to) {
  assert.ok(text.includes(from), `${from} is not there to be broken`);
  return text.replace(from, to);
}

function caught(wrong, words) {
  assert.ok(wrong.some((sentence) => words.test(sentence)), `${words} is not among ${JSON.stringify(wrong)}`);
}

for (const overlay of ['small', 'championship']) {
  test(`the overlay ${overlay} names only what is there`, { skip }, () => {
    assert.deepEqual(manifests(built(overlay), variables), []);
  });

  test(`the overlay ${overlay} keeps to the schemas`, { skip: unvalidated }, () => {
    const scratch = mkdtempSync(join(tmpdir(), 'outflank-kubernetes-'));
    const of = (text) => {
      const path = join(scratch, 'built.yaml');
      writeFileSync(path, text);
      return spawnSync(validate, ['--strict', '--quiet', path], { encoding: 'utf8' });
    };
    try {
      const text = built(overlay);
      const taken = of(text);
      assert.equal(taken.status, 0, taken.stdout + taken.stderr);
      // Of what is not Kubernetes' own nothing but the database is unknown to it.
      const unknown = `${taken.stdout}${taken.stderr}`.match(/find schema for kind \w+/g) ?? [];
      assert.deepEqual([...new Set(unknown)], ['find schema for kind Cluster']);
      assert.notEqual(of(broken(text, 'readinessProbe:', 'readynessProbe:')).status, 0);
      assert.notEqual(of(broken(text, 'maxUnavailable: 1', 'maxUnavailable: [1]')).status, 0);
    } finally {
      rmSync(scratch, { recursive: true });
    }
  });
}

test('the championship has more than one of everything', { skip }, () => {
  const all = objects(built('championship'));
  const least = (name) => {
    const scaling = all.find((one) => one.kind === 'HorizontalPodAutoscaler' && one.metadata.name === name);
    return scaling?.spec.minReplicas ?? all.find((one) => one.kind === 'Deployment' && one.metadata.name === name).spec.replicas;
  };
  for (const role of ['gateway', 'identity', 'pairing', 'play', 'standings', 'ratings']) {
    assert.ok(least(`outflank-${role}`) >= 2, role);
  }
  const database = all.find((one) => one.kind === 'Cluster');
  assert.equal(database.spec.instances, 3);
  assert.deepEqual(database.spec.postgresql.synchronous, { method: 'any', number: 1 });
});

test('broken manifests are noticed', { skip }, () => {
  const text = built('championship');
  const of = (from, to) => manifests(broken(text, from, to), variables);
  caught(of('OUTFLANK_REDIS:', 'OUTFLANK_REDDIS:'), /does not read/);
  caught(of('play=dns:outflank-play:8081', 'play=dns:outflank-plays:8081'), /no instances of play/);
  caught(of('path: /readyz', 'path: /ready'), /not asked for \/readyz/);
  caught(of('secretName: outflank-keys', 'secretName: outflank-key'), /which nobody makes/);
  caught(of('publishNotReadyAddresses: true', 'publishNotReadyAddresses: false'), /leads to no instances/);
  caught(of('readOnlyRootFilesystem: true', 'readOnlyRootFilesystem: false'), /rights/);
  caught(of('minReplicas: 3', 'minReplicas: 1'), /one alone/);
  caught(of('cnpg.io/cluster: outflank-database', 'cnpg.io/cluster: outflank-databases'), /not there/);
  caught(of('synchronous_commit: "on"', 'synchronous_commit: "off"'), /not waited for/);
  caught(manifests(`${text}---\nkind: Secret\nmetadata: {name: s}\n`, variables), /a secret stands/);
});
