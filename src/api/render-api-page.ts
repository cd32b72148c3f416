import { html, raw } from 'hono/html';
import {
  apiMethods,
  type ApiDocument,
  type ApiMethod,
  type ApiOperation,
  type ApiSchema,
} from '#api/documentation/api-document.ts';

type Html = ReturnType<typeof html>;

/** Beside the style sheet of the web app, whose colours and typeface it takes. */
const style = `
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 2px solid var(--amber-deep); outline-offset: 2px; }
.bar { border-bottom: 1px solid var(--line); }
.bar nav { display: flex; align-items: center; gap: 4px; max-width: 72rem; height: 64px; margin: 0 auto; padding: 0 16px; }
.bar a { display: flex; align-items: center; gap: 12px; min-height: 40px; padding: 0 10px; border-radius: var(--radius-box);
  color: var(--soft); font-size: 14px; font-weight: 600; }
.bar a:hover, .bar [aria-current] { background: var(--well); color: var(--ink); }
.bar a.brand { margin-right: auto; padding: 0 4px; background: none; color: var(--ink); font-size: 20px; }
.bar img { width: 28px; height: 28px; }
main { max-width: 60rem; margin: 0 auto; padding: 32px 20px 96px; overflow-wrap: anywhere; }
main h1 { font-size: 28px; line-height: 36px; font-weight: 600; margin: 16px 0 8px; }
main h2 { font-size: 20px; font-weight: 600; margin: 40px 0 8px; } main h3 { font-weight: 600; margin: 16px 0 4px; }
main p { max-width: 70ch; margin: 8px 0; } main a { color: var(--amber-deep); text-decoration: underline; text-underline-offset: 2px; }
.dim { color: var(--soft); }
main ul { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 0; padding: 0; }
main li a { display: inline-block; min-height: 24px; }
details { border-top: 1px solid var(--line); } details > div { padding: 0 0 20px; }
summary { cursor: pointer; padding: 10px 0; }
code, pre { font-size: 14px; }
pre { padding: 12px; border: 1px solid var(--line); border-radius: var(--radius-box); background: var(--sheet); overflow-x: auto; }
.method { display: inline-block; min-width: 5em; font-weight: 600; color: var(--amber-deep); }
@media (min-width: 40rem) { .bar nav { padding: 0 24px; } }
@media (max-width: 30rem) { .bar .brand span { position: absolute; clip-path: inset(50%); } }
`;

function literal(value: unknown): string {
  return JSON.stringify(value);
}

/** Where a text is bounded or has a form, that says more than its type. */
function describeText({ format, maxLength, minLength }: ApiSchema): string {
  if (format !== undefined) return format;
  const bounds = [minLength && `at least ${minLength}`, maxLength && `at most ${maxLength}`].filter(Boolean);
  return bounds.length === 0 ? 'string' : `string of ${bounds.join(', ')} characters`;
}

function describeObject({ properties = {}, required = [], additionalProperties }: ApiSchema, indent: string): string {
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${inner}${name}${required.includes(name) ? '' : '?'}: ${describeSchema(schema, inner)}`,
  );
  if (typeof additionalProperties === 'object') {
    fields.push(`${inner}[name]: ${describeSchema(additionalProperties, inner)}`);
  }
  return fields.length === 0 ? '{}' : `{\n${fields.join(',\n')}\n${indent}}`;
}

/** Of a type that the document names. */
function nameOf(reference: string): string {
  return reference.replace('#/components/schemas/', '');
}

/** A schema as people read types: `{ name?: string, … }`. */
function describeSchema(schema: ApiSchema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return choices.map((choice) => describeSchema(choice, indent)).join(' | ');
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' | ');
  const types = [schema.type ?? 'any'].flat();
  return types.map((type) => describeType(type, schema, indent)).join(' | ');
}

function describeType(type: string, schema: ApiSchema, indent: string): string {
  if (type === 'object') return describeObject(schema, indent);
  if (type === 'array')
    return `[${(schema.prefixItems ?? [schema.items ?? {}]).map((item) => describeSchema(item, indent)).join(', ')}]`;
  return type === 'string' ? describeText(schema) : type;
}

function schemaOf(part: { readonly content?: Readonly<Record<string, { readonly schema: ApiSchema }>> } | undefined) {
  return Object.values(part?.content ?? {})[0]?.schema;
}

function renderSchema(schema: ApiSchema | undefined): Html | string {
  return schema === undefined ? '' : html`<pre tabindex="0">${describeSchema(schema)}</pre>`;
}

function renderParameters({ parameters = [] }: ApiOperation): Html | string {
  return parameters.length === 0
    ? ''
    : html`<h3>Parameters</h3>
        <pre>
${parameters.map(({ name, in: place, required, schema }) => `${name}${required ? '' : '?'}: ${describeSchema(schema)} (${place})`).join('\n')}</pre>`;
}

function renderOperation(path: string, method: ApiMethod, operation: ApiOperation): Html {
  const body = schemaOf(operation.requestBody);
  const answers = Object.entries(operation.responses);
  const good = answers.filter(([status]) => Number(status) < 400);
  const refusals = answers.filter(([status]) => Number(status) >= 400);
  return html`<details id="${operation.operationId}">
    <summary>
      <span class="method">${method.toUpperCase()}</span> <code>${path}</code>
      <span class="dim">${operation.summary}${operation.security.length > 0 ? ' · signed in' : ''}</span>
    </summary>
    <div>
      ${renderParameters(operation)} ${body === undefined ? '' : html`<h3>Body</h3>`} ${renderSchema(body)}
      ${good.map(
        ([status, answer]) =>
          html`<h3>${status} ${answer.description}</h3>
            ${renderSchema(schemaOf(answer))}`,
      )}
      ${refusals.length === 0 ? '' : html`<h3>Refusals</h3>`}
      ${refusals.flatMap(([status, answer]) =>
        answer.description.split('\n').map((line) => html`<div><code>${status}</code> ${line}</div>`),
      )}
    </div>
  </details>`;
}

function byPath([a]: [string, unknown], [b]: [string, unknown]): number {
  return a.localeCompare(b);
}

/** What stands between backticks is code. */
function renderText(text: string): (Html | string)[] {
  return text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`));
}

/** A group as people write it: of what are letters, each is a large one. */
function titleOf(tag: string): string {
  return tag.replace(/^(?:api|mcp|smtp)\b/iu, (letters) => letters.toUpperCase());
}

/** The bar of the web app, without what only its program can do. */
function renderBar(title: string): Html {
  return html`<header class="bar">
    <nav aria-label="Main">
      <a class="brand" href="/home"><img src="/favicon.svg" alt="" /><span>${title}</span></a>
      <a href="/dashboard">Aliases</a>
      <a href="/settings">Settings</a>
      <a href="/docs" aria-current="true">Docs</a>
    </nav>
  </header>`;
}

/**
 * The description of the API as a page in the frame of the web app, of which it can be read without a script; its own style is under
 * `nonce`. `look`: what the pages of the web app begin with.
 */
export function renderApiPage({ info, paths, components }: ApiDocument, nonce: string, look: string): Html {
  const operations = Object.entries(paths)
    .toSorted(byPath)
    .flatMap(([path, item]) =>
      apiMethods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined
          ? []
          : [{ tag: operation.tags[0] ?? '', html: renderOperation(path, method, operation) }];
      }),
    );
  const groups = [...Map.groupBy(operations, ({ tag }) => tag)];
  const idOf = (tag: string): string => `group-${tag.toLowerCase().replaceAll(' ', '-')}`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>API reference · ${info.title}</title>
        <meta
          name="description"
          content="Every call of the API of ${info.title}, with what it takes, answers and refuses."
        />
        ${raw(look)}
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        ${renderBar(info.title)}
        <main>
          <p><a href="/docs/api">Back to the guide</a></p>
          <h1>API reference</h1>
          <p>${renderText(info.description)}</p>
          <p class="dim">Version ${info.version} · <a href="/api/openapi.json">OpenAPI document</a></p>
          <nav aria-label="Groups">
            <ul>
              ${groups.map(([tag]) => html`<li><a href="#${idOf(tag)}">${titleOf(tag)}</a></li>`)}
              <li><a href="#types">Types</a></li>
            </ul>
          </nav>
          ${groups.map(
            ([tag, list]) =>
              html`<h2 id="${idOf(tag)}">${titleOf(tag)}</h2>
                ${list.map((entry) => entry.html)}`,
          )}
          <h2 id="types">Types</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) =>
              html`<details id="type-${name}">
                <summary><code>${name}</code></summary>
                <div>${renderSchema(schema)}</div>
              </details>`,
          )}
        </main>
      </body>
    </html>`;
}
