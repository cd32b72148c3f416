import { z, type OpenAPIHono } from '@hono/zod-openapi';
import { errorResponseSchema } from '#contract/answers.ts';

/** What this program needs to know of a JSON schema to show it. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | ApiSchema;
  readonly items?: ApiSchema;
  readonly prefixItems?: readonly ApiSchema[];
  readonly anyOf?: readonly ApiSchema[];
  readonly oneOf?: readonly ApiSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface ApiContent {
  readonly content?: Readonly<Record<string, { readonly schema: ApiSchema }>>;
}

type ApiAnswer = ApiContent & { readonly description: string };

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly required?: boolean;
  readonly schema: ApiSchema;
}

export interface ApiOperation {
  readonly tags: readonly string[];
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: ApiContent & { readonly required?: boolean };
  readonly responses: Readonly<Record<string, ApiAnswer>>;
}

export const apiMethods = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type ApiMethod = (typeof apiMethods)[number];

/** OpenAPI 3.1. */
export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<ApiMethod, ApiOperation>>>>>;
}

const description = [
  'Bodies are JSON. Errors carry `message` for people and `code` for programs; faults of an input stand by field in',
  '`errors`. A session cookie signs in; requests that change something are refused when another site made them.',
  'An API key opens what names it, for scripts of any site; anything else that needs a session answers it with 403.',
  'Limits are told in `RateLimit` headers; beyond them an answer is 429 with `Retry-After` and `resetTime`.',
].join(' ');

/** As the generator gives it. */
type Declared = Omit<ApiOperation, 'tags'> & { readonly tags?: readonly string[] };

function camelCase(text: string): string {
  return text
    .replace(/[^a-z0-9]+([a-z0-9])/giu, (_, letter: string) => letter.toUpperCase())
    .replace(/[^a-z0-9]+$/iu, '');
}

function titleCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll('-', ' ');
}

const errorSchema: ApiSchema = { $ref: '#/components/schemas/Error' };

/** All errors have one body, which the document names instead of repeating it. */
function shorten([status, answer]: [string, ApiAnswer]): [string, ApiAnswer] {
  return Number(status) < 400
    ? [status, answer]
    : [status, { ...answer, content: { 'application/json': { schema: errorSchema } } }];
}

/** Tags are the first name after `/api/`, where a route has none. */
function complete(
  path: string,
  method: string,
  { tags = [titleCase(path.split('/')[2] ?? '')], security, ...operation }: Declared,
): ApiOperation {
  return {
    ...operation,
    tags,
    operationId: camelCase(`${method}${path.replace(/^\/api/u, '')}`),
    responses: Object.fromEntries(Object.entries(operation.responses).map(shorten)),
    security,
  };
}

/** The OpenAPI document of all routes that `app` has, from the schemas they check with. */
export function describeApi(app: OpenAPIHono, version: string): ApiDocument {
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'kauke_session',
    description: 'Set by signing in; under https its name is `__Host-kauke_session`.',
  });
  app.openAPIRegistry.registerComponent('securitySchemes', 'apiKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key, made under Settings; also as the header `Authentication`.',
  });
  // The generator's types allow all that OpenAPI does; our routes use what `ApiDocument` names.
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'Kauke', version, description },
  }) as unknown as ApiDocument;
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = apiMethods.flatMap((method) => {
      const operation = item[method];
      return operation === undefined ? [] : [[method, complete(path, method, operation)] as const];
    });
    return [path, Object.fromEntries(operations)] as const;
  });
  const components = { ...document.components, schemas: { Error: z.toJSONSchema(errorResponseSchema) as ApiSchema } };
  return { ...document, components, paths: Object.fromEntries(paths) };
}
