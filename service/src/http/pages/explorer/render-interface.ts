import { Marked } from 'marked';
import { escapeHtml } from '../page.ts';
import {
  bodySchemaOf,
  componentNameOf,
  exampleOf,
  type InterfaceDocument,
  type Located,
  listOperations,
  type Parameter,
  type Schema,
} from './document.ts';

const marked = new Marked();

/** Every operation with a form that calls it, then every schema. */
export function renderInterface(document: InterfaceDocument, address: string): string {
  const { info, tags, components, webhooks } = document;
  const operations = listOperations(document);
  const chapters = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    if (own.length === 0) return '';
    const shown = own.map((one) => renderOperation(document, one, address));
    return `<h2 id="${idOf(name)}">${escapeHtml(name)}</h2>
<p>${escapeHtml(description)}</p>${shown.join('')}`;
  });
  const reported = Object.values(webhooks).map(
    ({ post }) => `<h3 id="${escapeHtml(post.operationId)}">${escapeHtml(post.summary ?? '')}</h3>
${prose(post.description)}${renderBody(bodySchemaOf(post.requestBody))}`,
  );
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<h3 id="${schemaId(name)}">${escapeHtml(name)}</h3>${renderSchema(name, schema)}`,
  );
  return `<h1>API explorer</h1>
${prose(info.description)}
<p>Version ${escapeHtml(info.version)} · <a href="/openapi.json">openapi.json</a> ·
<a href="/guide/interface">every rule in words</a></p>
<noscript><p class="notice">Without scripts this page sends nothing; the commands work.</p>
</noscript>
<p><label for="key">API key</label>
<input id="key" type="password" autocomplete="off" aria-describedby="key-hint">
<span id="key-hint" class="soft">Stays in this tab; commands say <code>$API_KEY</code> instead.
Not needed while authentication is off.</span>
</p>
${chapters.join('')}
<h2 id="events">Webhooks that you receive</h2>${reported.join('')}
<h2 id="schemas">Schemas</h2>${schemas.join('')}`;
}

export function renderMenu(document: InterfaceDocument): string {
  const operations = listOperations(document);
  const chapters = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags?.includes(name));
    const items = own.map(
      ({ operation: { operationId } }) =>
        `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(operationId)}</a></li>`,
    );
    return own.length === 0 ? '' : `<h2>${escapeHtml(name)}</h2><ul>${items.join('')}</ul>`;
  });
  return `${chapters.join('')}<h2>More</h2><ul>
<li><a href="#events">Webhooks that you receive</a></li>
<li><a href="#schemas">Schemas</a></li></ul>`;
}

function renderOperation(document: InterfaceDocument, one: Located, address: string): string {
  const { method, path, operation } = one;
  const { operationId, summary = '', description, parameters = [], responses } = operation;
  const schema = bodySchemaOf(operation.requestBody);
  const body = schema === null ? null : JSON.stringify(exampleOf(document, schema), null, 2);
  const answers = Object.entries(responses).map(
    ([status, answer]) => `<tr><td>${status}</td><td>${inline(answer.description)}</td>
<td>${renderType(bodySchemaOf(answer))}</td></tr>`,
  );
  return `<section aria-labelledby="${operationId}">
<h3 id="${operationId}"><code>${method} ${escapeHtml(path)}</code></h3>
<p><b>${escapeHtml(summary)}</b></p>${prose(description)}${renderBody(schema)}
<form class="call" data-method="${method}" data-path="${escapeHtml(path)}">
${parameters
  .filter(isShown)
  .map((it) => renderParameter(operationId, it))
  .join('')}
${body === null ? '' : renderBodyField(operationId, body)}
<button>Send</button></form>
<pre hidden tabindex="0" role="status" aria-label="Answer of ${operationId}"></pre>
<details><summary>As a command</summary><pre tabindex="0" data-copy data-address="${address}"
><code>${escapeHtml(commandOf(one, body, address))}</code></pre></details>
<details><summary>Answers</summary><div class="wide" tabindex="0" role="region"
aria-label="Answers of ${operationId}"><table>
<thead><tr><th>status</th><th>when</th><th>body</th></tr></thead>
<tbody>${answers.join('')}</tbody></table></div></details></section>`;
}

function isShown({ in: location }: Parameter): boolean {
  return location === 'path' || location === 'query';
}

function renderParameter(operationId: string, parameter: Parameter): string {
  const { name, in: location, required = false, description, example, schema } = parameter;
  const id = `${operationId}-${name}`;
  // An id is copied from an earlier answer; other examples can be sent as they are.
  const value = required && schema.format !== 'uuid' ? textOf(example) : '';
  return `<p><label for="${id}">${escapeHtml(name)}</label>
<input id="${id}" name="${escapeHtml(name)}" data-in="${location}" value="${escapeHtml(value)}"
${required ? 'required' : ''} aria-describedby="${id}-hint">
<span id="${id}-hint" class="soft">${renderType(schema)}. ${inline(description)}</span></p>`;
}

function textOf(example: unknown): string {
  return typeof example === 'string' ? example : JSON.stringify(example ?? '');
}

function renderBodyField(operationId: string, body: string): string {
  const rows = body.split('\n').length + 1;
  return `<p><label for="${operationId}-body">Body</label>
<textarea id="${operationId}-body" name="body" rows="${rows}" spellcheck="false">${escapeHtml(
    body,
  )}</textarea></p>`;
}

function commandOf({ method, path }: Located, body: string | null, address: string): string {
  const lines = [`curl -s -X ${method} '${address}${path}' -H "X-API-Key: $API_KEY"`];
  if (body !== null) lines.push(`  -H 'Content-Type: application/json' -d '${body}'`);
  return lines.join(' \\\n');
}

function renderBody(schema: Schema | null): string {
  return schema === null ? '' : `<p>Body: ${renderType(schema)}</p>`;
}

function renderSchema(title: string, { required = [], ...schema }: Schema): string {
  const { description, properties } = schema;
  const about = prose(description);
  if (properties === undefined) return `${about}<p>${renderType(schema)}</p>`;
  const rows = Object.entries(properties).map(
    ([name, one]) => `<tr><td><code>${escapeHtml(name)}</code></td><td>${renderType(one)}</td>
<td>${required.includes(name) ? 'yes' : ''}</td><td>${inline(one.description)}</td></tr>`,
  );
  const label = `Members of ${escapeHtml(title)}`;
  return `${about}<div class="wide" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr><th>member</th><th>type</th><th>always</th><th>meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>`;
}

function renderType(schema: Schema | null): string {
  if (schema === null) return '';
  const name = componentNameOf(schema);
  if (name !== null) return `<a href="#${schemaId(name)}">${escapeHtml(name)}</a>`;
  const { anyOf, items, enum: values, type, format } = schema;
  if (anyOf !== undefined) return anyOf.map(renderType).join(' or ');
  if (items !== undefined) return `list of ${renderType(items)}`;
  if (values !== undefined) {
    return values.map((value) => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(', ');
  }
  const types = Array.isArray(type) ? type.join(' or ') : String(type ?? 'any');
  return escapeHtml(format === undefined ? types : `${types} (${format})`);
}

function schemaId(name: string): string {
  return `schema-${escapeHtml(name)}`;
}

function idOf(name: string): string {
  return `tag-${escapeHtml(name.toLowerCase().replaceAll(' ', '-'))}`;
}

function prose(markdown: string | undefined): string {
  return markdown === undefined ? '' : marked.parse(markdown, { async: false });
}

function inline(markdown: string | undefined): string {
  return markdown === undefined ? '' : marked.parseInline(markdown, { async: false });
}
