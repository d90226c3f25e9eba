'use strict';

const METHODS = ['get', 'post', 'put', 'delete', 'patch'];

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function resolve(api, schema) {
  if (!schema || !schema.$ref) return schema ?? {};
  return schema.$ref.split('/').slice(1).reduce((at, key) => at[key], api);
}

// The examples of a body, by name, as they are written into it.
function examples(media) {
  const written = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const several = Object.entries(media.examples ?? {}).map(([name, { value }]) => [name, written(value)]);
  return 'example' in media ? [['', written(media.example)]] : several;
}

function field(id, title, note, control) {
  const label = element('label', { htmlFor: id }, title, ' ', element('span', { textContent: note ?? '' }));
  control.id = id;
  return element('div', {}, label, control);
}

function responses(api, operation) {
  const rows = Object.entries(operation.responses).map(([status, response]) =>
    element('tr', {}, element('td', { textContent: status }), element('td', { textContent: resolve(api, response).description })));
  return element('table', {}, element('tbody', {}, ...rows));
}

function shape(operation) {
  const made = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const bodies = Object.values(made?.[1].content ?? {});
  const [, text] = bodies.flatMap(examples)[0] ?? [];
  return text ? [element('h3', { textContent: 'Answer' }), element('pre', { textContent: text })] : [];
}

async function ask(method, path, fields, body, out, button) {
  const query = new URLSearchParams();
  const headers = {};
  let address = path;
  for (const { parameter, control } of fields) {
    const value = control.value.trim();
    if (parameter.in === 'path') address = address.replace(`{${parameter.name}}`, encodeURIComponent(value));
    else if (value && parameter.in === 'query') query.set(parameter.name, value);
    else if (value && parameter.in === 'header') headers[parameter.name] = value;
  }
  const token = document.getElementById('token').value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers['Content-Type'] = body.type;
  if (query.size) address += `?${query}`;
  button.disabled = true;
  button.textContent = 'Asking';
  const began = performance.now();
  try {
    const response = await fetch(address, {
      method: method.toUpperCase(),
      headers,
      body: body ? body.control.value : undefined,
    });
    const text = await response.text();
    const took = Math.round(performance.now() - began);
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      // Not JSON: shown as it is.
    }
    const kind = response.headers.get('content-type') ?? 'no body';
    out.className = response.ok ? '' : 'refused';
    out.textContent = `${response.status} ${response.statusText}, ${kind}, ${took} ms\n\n${shown}`;
    const signedIn = response.ok && /"access_token"/.test(text) ? JSON.parse(text) : null;
    const access = signedIn?.access_token ?? signedIn?.session?.access_token;
    if (access) document.getElementById('token').value = access;
  } catch (error) {
    out.className = 'refused';
    out.textContent = `No answer: ${error.message}`;
  } finally {
    button.disabled = false;
    button.textContent = 'Ask';
  }
}

function form(api, method, path, operation) {
  const id = operation.operationId;
  const fields = (operation.parameters ?? []).map((given) => {
    const parameter = resolve(api, given);
    const placeholder = String(parameter.example ?? '');
    return { parameter, control: element('input', { placeholder, spellcheck: false, autocomplete: 'off' }) };
  });
  const parts = fields.map(({ parameter, control }) =>
    field(`${id}-${parameter.name}`, parameter.name, parameter.description, control));
  const content = Object.entries(operation.requestBody?.content ?? {})[0];
  let body = null;
  if (content) {
    const [type, media] = content;
    const known = examples(media);
    body = { type, control: element('textarea', { value: known[0]?.[1] ?? '', spellcheck: false }) };
    if (known.length > 1) {
      const choice = element('select', {}, ...known.map(([name, value]) => element('option', { value, textContent: name })));
      choice.addEventListener('change', () => (body.control.value = choice.value));
      parts.push(field(`${id}-example`, 'Example', 'what the body begins with', choice));
    }
    parts.push(field(`${id}-body`, 'Body', type, body.control));
  }
  const out = element('pre', { tabIndex: 0 });
  out.setAttribute('aria-live', 'polite');
  const button = element('button', { type: 'submit', textContent: 'Ask' });
  const made = element('form', {}, ...parts, button, out);
  made.addEventListener('submit', (event) => {
    event.preventDefault();
    ask(method, path, fields, body, out, button);
  });
  return made;
}

function route(api, method, path, operation) {
  const inside = element('div', { className: 'inside' });
  const summary = element(
    'summary', {},
    element('span', { className: 'method', textContent: method.toUpperCase() }),
    element('code', { textContent: path }),
    element('span', { className: 'said', textContent: operation.summary ?? '' }),
  );
  const made = element('details', { id: operation.operationId }, summary, inside);
  made.addEventListener('toggle', () => {
    if (!made.open || inside.hasChildNodes()) return;
    if (operation.description && operation.description !== operation.summary) {
      inside.append(element('p', { className: 'description', textContent: operation.description }));
    }
    inside.append(
      form(api, method, path, operation),
      element('h3', { textContent: 'Statuses' }),
      responses(api, operation),
      ...shape(operation),
    );
  });
  return made;
}

async function start() {
  const main = document.getElementById('routes');
  const response = await fetch('/api/v1/openapi.json');
  if (!response.ok) {
    main.replaceChildren(element('p', { className: 'refused', textContent: `The document cannot be read: ${response.status}.` }));
    return;
  }
  const api = await response.json();
  document.getElementById('about').replaceChildren(
    ...api.info.description.split('\n\n').map((text) => element('p', { textContent: text.replaceAll('`', '') })),
  );
  const groups = new Map((api.tags ?? []).map((tag) => [tag.name, [tag.description ?? tag.name, []]]));
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      const tag = operation?.tags?.[0];
      if (tag && groups.has(tag)) groups.get(tag)[1].push(route(api, method, path, operation));
    }
  }
  main.replaceChildren(
    ...[...groups.values()].map(([title, routes]) => element('section', {}, element('h2', { textContent: title }), ...routes)),
  );
}

start();
