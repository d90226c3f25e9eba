// What is asked of built manifests beyond their schemas: every name in them is that of something. Every check answers a
// list of sentences, empty when nothing is wrong.
import { parseAllDocuments } from 'yaml';

const ROLES = ['gateway', 'identity', 'pairing', 'play', 'standings', 'ratings'];

export function objects(text) {
  return parseAllDocuments(text, { uniqueKeys: true }).map((one) => {
    if (one.errors.length > 0) throw one.errors[0];
    return one.toJS();
  });
}

const selects = (selector, labels) => Object.entries(selector ?? {}).every(([name, value]) => labels?.[name] === value);

export function manifests(text, variables) {
  const all = objects(text);
  const wrong = [];
  const of = (kind) => all.filter((one) => one.kind === kind);
  const named = (kind, name) => of(kind).find((one) => one.metadata.name === name);
  const pods = of('Deployment').map((one) => one.spec.template);
  const settings = named('ConfigMap', 'outflank-settings')?.data ?? {};
  const cluster = of('Cluster')[0];
  // Made by the operator of the database, and by whoever installs.
  const secrets = new Set([`${cluster?.metadata.name}-app`, 'outflank-keys']);
  if (of('Secret').length > 0) wrong.push('a secret stands in the files');

  for (const name of ROLES) {
    const one = named('Deployment', `outflank-${name}`);
    if (!one) {
      wrong.push(`nothing runs ${name}`);
      continue;
    }
    const { spec, metadata } = one.spec.template;
    const [container] = spec.containers;
    const variable = (asked) => container.env?.find((given) => given.name === asked);
    if (variable('OUTFLANK_ROLES')?.value !== name) wrong.push(`outflank-${name} runs another role`);
    for (const [probe, path] of [['livenessProbe', '/healthz'], ['readinessProbe', '/readyz']]) {
      if (container[probe]?.httpGet?.path !== path) wrong.push(`outflank-${name} is not asked for ${path}`);
    }
    const { runAsNonRoot, runAsUser } = spec.securityContext ?? {};
    const rights = container.securityContext ?? {};
    if (!runAsNonRoot || !runAsUser) wrong.push(`outflank-${name} may run as root`);
    if (!rights.readOnlyRootFilesystem || rights.allowPrivilegeEscalation !== false || rights.capabilities?.drop?.[0] !== 'ALL') {
      wrong.push(`outflank-${name} has rights that it does not need`);
    }
    if (!/:[\w.-]+$/.test(container.image)) wrong.push(`outflank-${name} runs whatever version is newest`);
    if (!container.resources?.limits?.memory) wrong.push(`outflank-${name} may take all memory`);
    const asked = [...Object.keys(settings), ...(container.env ?? []).map((given) => given.name)];
    for (const key of asked) {
      if (!variables.has(key)) wrong.push(`outflank-${name} is given ${key}, which the server does not read`);
    }
    for (const from of container.envFrom ?? []) {
      if (!named('ConfigMap', from.configMapRef?.name)) wrong.push(`outflank-${name} reads settings that are not there`);
    }
    const used = [
      ...(container.env ?? []).map((given) => given.valueFrom?.secretKeyRef?.name),
      ...(spec.volumes ?? []).map((volume) => volume.secret?.secretName),
    ];
    for (const secret of used.filter(Boolean)) {
      if (!secrets.has(secret)) wrong.push(`outflank-${name} needs the secret ${secret}, which nobody makes`);
    }
    for (const mount of container.volumeMounts ?? []) {
      if (!spec.volumes?.some((volume) => volume.name === mount.name)) wrong.push(`outflank-${name} mounts ${mount.name}`);
    }
    const budget = of('PodDisruptionBudget').some((one) => selects(one.spec.selector.matchLabels, metadata.labels));
    if (!budget) wrong.push(`all of outflank-${name} may be taken away at once`);
    const scaled = of('HorizontalPodAutoscaler').some((scaling) => scaling.spec.scaleTargetRef.name === one.metadata.name);
    if (scaled === (one.spec.replicas !== undefined)) wrong.push(`outflank-${name} is counted twice or not at all`);
  }

  for (const peer of String(settings.OUTFLANK_PEERS).split(',')) {
    const [, role, host, port] = /^(\w+)=dns:([\w-]+):(\d+)$/.exec(peer.trim()) ?? [];
    const service = named('Service', host)?.spec;
    const leads = service?.selector?.['app.kubernetes.io/component'] === role;
    const open = service?.ports.some((one) => one.port === Number(port));
    if (!leads || !open || service.clusterIP !== 'None' || !service.publishNotReadyAddresses) {
      wrong.push(`${peer} leads to no instances of ${role ?? 'a role'}`);
    }
  }
  for (const service of of('Service')) {
    const behind = pods.filter((pod) => selects(service.spec.selector, pod.metadata.labels));
    const ports = behind.flatMap((pod) => pod.spec.containers.flatMap((one) => one.ports.map((port) => port.name)));
    for (const port of service.spec.ports) {
      if (!ports.includes(port.targetPort)) wrong.push(`${service.metadata.name} leads to no port ${port.targetPort}`);
    }
  }
  for (const scaling of of('HorizontalPodAutoscaler')) {
    const { kind, name } = scaling.spec.scaleTargetRef;
    if (!named(kind, name)) wrong.push(`${name} is scaled and not there`);
    if (scaling.spec.minReplicas < 2) wrong.push(`${name} may be one alone`);
  }
  const policies = of('NetworkPolicy');
  if (!policies.some((one) => selects(one.spec.podSelector.matchLabels, {}) && !one.spec.ingress)) {
    wrong.push('everybody may come in where no policy says otherwise');
  }
  const labels = [...pods.map((pod) => pod.metadata.labels), { 'cnpg.io/cluster': cluster?.metadata.name }];
  for (const policy of policies) {
    const { matchLabels } = policy.spec.podSelector;
    const from = policy.spec.ingress?.flatMap((rule) => rule.from) ?? [];
    const own = [matchLabels, ...from.map((one) => one.podSelector?.matchLabels)].filter(Boolean);
    for (const selector of own) {
      if (!labels.some((pod) => selects(selector, pod))) wrong.push(`${policy.metadata.name} speaks of pods that are not there`);
    }
  }
  for (const ingress of of('Ingress')) {
    for (const path of ingress.spec.rules.flatMap((rule) => rule.http.paths)) {
      const { name, port } = path.backend.service;
      if (!named('Service', name)?.spec.ports.some((one) => one.name === port.name)) wrong.push(`the ingress leads to no ${name}`);
    }
  }
  if (cluster?.apiVersion !== 'postgresql.cnpg.io/v1') wrong.push('there is no database');
  else if (cluster.spec.postgresql.parameters.synchronous_commit !== 'on') wrong.push('commits are not waited for');
  return wrong;
}
