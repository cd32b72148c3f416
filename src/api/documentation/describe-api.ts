import type { OpenAPIHono } from '@hono/zod-openapi';
import {
  apiMethods,
  type ApiAnswer,
  type ApiContent,
  type ApiDocument,
  type ApiOperation,
  type ApiSchema,
} from '#api/documentation/api-document.ts';
import { foreignSummaries } from '#api/documentation/foreign-summaries.ts';
import { makeExample, requestExamples } from '#api/documentation/make-example.ts';
import { namedSchemas } from '#api/documentation/named-schemas.ts';
import { mendPatterns, shareSchemas } from '#api/documentation/share-schemas.ts';
import { summaries } from '#api/documentation/summaries.ts';
import { tagDescriptions } from '#api/documentation/tags.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';

const description = [
  'Bodies are JSON. Errors carry `message` for people and `code` for programs; faults of an input stand by field in',
  '`errors`. A session cookie signs in; requests that change something are refused when another site made them.',
  'An API key opens what names it, for scripts of any site; anything else that needs a session answers it with 403.',
  'Limits are told in `RateLimit` headers; beyond them an answer is 429 with `Retry-After` and `resetTime`.',
].join(' ');

/** As the generator gives it. */
type Declared = Omit<ApiOperation, 'tags' | 'summary' | 'description'> & { readonly tags?: readonly string[] };

/** As the generator gives all of it. */
type Generated = Omit<ApiDocument, 'paths'> & {
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<(typeof apiMethods)[number], Declared>>>>>;
};

function camelCase(text: string): string {
  return text
    .replace(/[^a-z0-9]+([a-z0-9])/giu, (_, letter: string) => letter.toUpperCase())
    .replace(/[^a-z0-9]+$/iu, '');
}

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
}

const errorSchema: ApiSchema = { $ref: '#/components/schemas/Error' };
const simpleLoginError = '#/components/schemas/SimpleLoginError';

/** The first of the errors that an answer may be. `field`: where it says why. */
function errorExample(told: string, field: string): object {
  const [code = ''] = /^\w+/u.exec(told) ?? [];
  return { [field]: errorTable[code as ErrorCode]?.message ?? told, code };
}

const namedPath = '/named/';

type Resolve = (schema: ApiSchema) => ApiSchema;

function withExamples(
  content: ApiContent | undefined,
  { resolve, whole, example }: { readonly resolve: Resolve; readonly whole: boolean; readonly example?: unknown },
): ApiContent | undefined {
  const json = content?.['application/json'];
  if (content === undefined || json === undefined) return content;
  const shown = example ?? makeExample(json.schema, resolve, { whole });
  return { ...content, 'application/json': { ...json, example: shown } };
}

/** Errors have one body, or the one that clients of SimpleLogin read; the document names it instead of repeating it. */
function completeAnswer(answer: ApiAnswer, status: string, resolve: Resolve): ApiAnswer {
  if (Number(status) >= 400) {
    const isTheirs = answer.content?.['application/json']?.schema.$ref === simpleLoginError;
    const schema = isTheirs ? { $ref: simpleLoginError } : errorSchema;
    const json = { schema, example: errorExample(answer.description, isTheirs ? 'error' : 'message') };
    return { ...answer, content: { 'application/json': json } };
  }
  const content = withExamples(answer.content, { resolve, whole: true });
  return content === undefined ? answer : { ...answer, content };
}

/** Who is only sent elsewhere may be shown an error instead. */
function completeAnswers(
  answers: readonly (readonly [string, ApiAnswer])[],
  resolve: Resolve,
): Readonly<Record<string, ApiAnswer>> {
  const completed = answers.map(([status, answer]) => [status, completeAnswer(answer, status, resolve)] as const);
  const isElsewhere = answers.every(([status]) => !status.startsWith('2'));
  const otherwise: ApiAnswer = {
    description: 'Any other fault',
    content: { 'application/json': { schema: errorSchema } },
  };
  return Object.fromEntries<ApiAnswer>([...completed, ...(isElsewhere ? [['default', otherwise] as const] : [])]);
}

/** Tags are the first name after `/api/`, where a route has none. */
function complete(path: string, method: string, operation: Declared, resolve: Resolve): ApiOperation {
  const { tags = [titleCase(path.split('/')[2] ?? '')], security, requestBody, responses, ...rest } = operation;
  const key = `${method.toUpperCase()} ${path}`;
  const answers = Object.entries(responses);
  const [, good] = answers.find(([status]) => Number(status) < 400) ?? [];
  const told = good?.description ?? '';
  const content = withExamples(requestBody?.content, { resolve, whole: false, example: requestExamples[key] });
  return {
    summary: summaries[key] ?? foreignSummaries[key] ?? told,
    description: told,
    ...rest,
    tags,
    operationId: camelCase(`${method}${path.replace(/^\/api/u, '')}`),
    ...(requestBody && { requestBody: { ...requestBody, ...(content && { content }) } }),
    responses: completeAnswers(answers, resolve),
    security,
  };
}

function registerComponents({ openAPIRegistry: registry }: OpenAPIHono): void {
  registry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'kauke_session',
    description: 'Set by signing in; under https its name is `__Host-kauke_session`.',
  });
  registry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, made under Settings; also as the header `Authentication`.',
  });
  // As answers of paths that are taken off again: so the generator writes them as it writes the same within others.
  for (const [name, schema] of Object.entries(namedSchemas)) {
    const responses = { 200: { description: name, content: { 'application/json': { schema } } } };
    registry.registerPath({ method: 'get', path: `${namedPath}${name}`, responses });
  }
}

/** What was registered for a name, and the paths of the API. */
function takeNamed(paths: Generated['paths']) {
  const [named, rest] = [new Map<string, ApiSchema>(), new Map<string, Generated['paths'][string]>()];
  for (const [path, item] of Object.entries(paths)) {
    const schema = item.get?.responses['200']?.content?.['application/json']?.schema;
    if (path.startsWith(namedPath) && schema !== undefined) named.set(path.slice(namedPath.length), schema);
    else rest.set(path, item);
  }
  return { named: Object.fromEntries(named), paths: [...rest] };
}

/** The OpenAPI document of all routes that `app` has, from the schemas they check with. `url`: where they are served. */
export function describeApi(app: OpenAPIHono, { version, url }: { version: string; url: string }): ApiDocument {
  registerComponents(app);
  // The generator's types allow all that OpenAPI does; our routes use what `ApiDocument` names.
  const document = mendPatterns(
    app.getOpenAPI31Document({
      openapi: '3.1.0',
      info: { title: 'Kauke', version, description },
      servers: [{ url, description: 'This installation' }],
    }) as unknown as Generated,
  );
  const taken = takeNamed(document.paths);
  const { replace, schemas } = shareSchemas(taken.named);
  const resolve: Resolve = (schema) => {
    const name = schema.$ref?.replace('#/components/schemas/', '');
    return (name === undefined ? undefined : schemas[name]) ?? schema;
  };
  const paths = taken.paths.map(([path, item]) => {
    const operations = apiMethods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, complete(path, method, replace(operation), resolve)] as const];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  const tags = new Set(paths.flatMap(([, item]) => Object.values(item).flatMap((operation) => operation.tags)));
  return {
    ...document,
    info: { ...document.info, license: { name: 'MIT', identifier: 'MIT' } },
    tags: [...tags].map((name) => ({ name, description: tagDescriptions[name] ?? name })),
    components: { ...document.components, schemas },
    paths: Object.fromEntries(paths),
  };
}
