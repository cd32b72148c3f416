import { z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiMethod } from '#api/describe-api.ts';
import type { Site } from '#api/describe-site.ts';
import type { RequestShares } from '#api/middleware/request-shares.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { errorResponseSchema } from '#contract/answers.ts';
import type { ApiKeyScope } from '#contract/api-keys.ts';
import { errorTable, type ErrorCode, AppError } from '#contract/errors.ts';
import { type ProviderFeatures, providerFeatures } from '#contract/provider.ts';
import type { User } from '#contract/sign-in.ts';
import type { ApiKeyHolder } from '#core/api-keys/api-keys.ts';
import type { OperatorTools } from '#core/operator/operator-context.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { isConfirmed, type HeldSession, type Session } from '#core/sign-in/sessions.ts';

const keyErrors = ['not_signed_in', 'account_suspended', 'api_key_invalid', 'scope_required', 'rate_limited'] as const;

/** What opens a route, and how it refuses everybody else. */
const doors = {
  /** Everybody. */
  public: { errors: [], security: [] },
  /** A session, never an API key. */
  session: { errors: ['not_signed_in', 'account_leaving', 'session_required'], security: [{ session: [] }] },
  /** The same, also of an account that is leaving. */
  'session-leaving': { errors: ['not_signed_in', 'session_required'], security: [{ session: [] }] },
  /** A session whose owner has proved again, a moment ago, who they are. */
  confirmed: {
    errors: ['not_signed_in', 'account_leaving', 'confirm_identity', 'session_required'],
    security: [{ session: [] }],
  },
  /** The same, of an operator with a passkey or a second factor; to all others there is no such route. */
  operator: { errors: ['not_found', 'confirm_identity'], security: [{ session: [] }] },
  /** A session, or an API key of the route's scope. */
  key: { errors: [...keyErrors, 'account_leaving'], security: [{ session: [] }, { apiKey: [] }] },
  /** An API key of the route's scope and nothing else, for clients of other services. */
  'key-only': { errors: keyErrors, security: [{ apiKey: [] }] },
} as const satisfies Record<string, { errors: readonly ErrorCode[]; security: readonly Record<string, string[]>[] }>;

export type Access = keyof typeof doors;

interface Askers {
  public: unknown;
  session: { readonly user: User; readonly session: Session; readonly held: HeldSession };
  'session-leaving': Askers['session'];
  confirmed: Askers['session'];
  operator: Askers['session'];
  /** `proven`: by a session whose owner proved a moment ago who they are, or by a key, which its scope binds instead. */
  key: { readonly user: User; readonly proven: boolean };
  'key-only': Askers['key'] & { readonly apiKey: ApiKeyHolder };
}

/** The narrowest scope of a key that opens a route: one more for each route that keys open at all. */
type KeyScope<A extends Access> = A extends 'key' | 'key-only'
  ? { readonly scope: ApiKeyScope }
  : { readonly scope?: never };

type RouteKey = `${Uppercase<ApiMethod>} /${string}`;

/** `{names}` in a path. */
type NamesIn<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names in a path are ids unless a route says otherwise. */
type IdsIn<Key extends string> = [NamesIn<Key>] extends [never] ? undefined : Readonly<Record<NamesIn<Key>, string>>;

interface Definition<A extends Access, Params, Query, Input, Answer> {
  readonly access: A;
  /** Of a good answer. */
  readonly description: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly input?: Input;
  /** False: the input may be left out, and is `{}` then. */
  readonly inputRequired?: false;
  /** Left out: the answer has no body, or the handler writes it. */
  readonly answer?: Answer;
  /** 200 unless told. */
  readonly status?: 200 | 201 | 204 | 302;
  /** Refusals beside those that follow from `access`, `feature`, `params`, `query` and `input`. */
  readonly errors?: readonly ErrorCode[];
  /** What the forwarding provider may lack; there is no such route then. */
  readonly feature?: keyof ProviderFeatures;
  /** Runs for those whom `access` lets in. */
  readonly middleware?: readonly MiddlewareHandler[];
  /** The good answer in forms other than JSON, by media type. */
  readonly alsoAs?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
  /** It has an ETag, and 304 is an answer, too. */
  readonly tagged?: true;
  /** Also for an account that waits for the operator, which can change nothing else. */
  readonly whileWaiting?: true;
  /** It may read all that an account has: those of one account wait for each other, and take turns with other accounts. */
  readonly heavy?: true;
  /** Under which the description of the API lists it; by its path unless told. */
  readonly tags?: readonly string[];
  /** The status that the callers of this route know an error by. */
  readonly errorStatus?: (code: ErrorCode) => number;
}

interface RouteRequest<Params, Query, Input> extends RouteParts {
  readonly c: Context;
  /** IP address of the client; empty when it has gone. */
  readonly ip: string;
  readonly params: Params;
  readonly query: Query;
  readonly input: Input;
}

/** What a caller gives and gets, by types alone. */
export interface ApiCall {
  readonly key: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly input: unknown;
  readonly answer: unknown;
}

/** What routes work with. */
export interface RouteParts {
  readonly core: AccountContext;
  readonly sessions: Sessions;
  readonly site: Site;
  /** Who gets the feedback; null: postmaster at the first domain. */
  readonly operatorEmail: string | null;
  /** What only the mail engine can tell operators. */
  readonly operatorTools: OperatorTools;
  /** Where requests wait for their turn, or are refused. */
  readonly shares: RequestShares;
}

export interface Route<Call extends ApiCall = ApiCall> {
  mount(app: OpenAPIHono, parts: RouteParts): void;
  /** Never there: carries types to `ApiCalls`. */
  readonly call?: Call;
}

type Loose = Definition<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType> & { readonly scope?: ApiKeyScope };

/** How the framework passes what it has checked. */
type Checked = Context<Env, string, { in: object; out: { param: unknown; query: unknown; json: unknown } }>;

/** Whether a route refuses an account that waits for the operator: where it changes something. */
function refusesWaiting(method: string, { access, whileWaiting }: Loose): boolean {
  return method !== 'GET' && access !== 'public' && access !== 'session-leaving' && whileWaiting !== true;
}

function describeErrors(method: string, definition: Loose) {
  const { access, feature, params, query, input, errors, errorStatus } = definition;
  const codes = new Set<ErrorCode>([
    ...(query === undefined && input === undefined ? [] : (['invalid_input'] as const)),
    ...doors[access].errors,
    ...(refusesWaiting(method, definition) ? (['account_waiting'] as const) : []),
    ...(params === undefined && feature === undefined ? [] : (['not_found'] as const)),
    ...(errors ?? []),
  ]);
  const byStatus = Map.groupBy(codes, errorStatus ?? ((code) => errorTable[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => {
      const description = list.map((code) => `${code}: ${errorTable[code].message}`).join('\n');
      return [status, { description, content: { 'application/json': { schema: errorResponseSchema } } }];
    }),
  );
}

/** Which sessions and keys open a route; the scope stands where OpenAPI has the roles that a scheme needs. */
function describeSecurity({ access, scope }: Loose): Record<string, string[]>[] {
  return doors[access].security.map((scheme) => ('apiKey' in scheme && scope ? { apiKey: [scope] } : { session: [] }));
}

/** A route as OpenAPI has it. */
function describe(method: string, path: string, definition: Loose) {
  const { description, params, query, input, inputRequired = true, answer, status = 200, tags, tagged } = definition;
  return {
    method: method.toLowerCase() as ApiMethod,
    path,
    ...(tags && { tags: [...tags] }),
    security: describeSecurity(definition),
    request: {
      ...(params && { params: params as z.ZodObject }),
      ...(query && { query: query as z.ZodObject }),
      ...(input && {
        body: { ...(inputRequired && { required: true }), content: { 'application/json': { schema: input } } },
      }),
    },
    responses: {
      ...describeErrors(method, definition),
      ...(tagged && { 304: { description: 'Unchanged' } }),
      [status]: {
        description,
        ...(answer && { content: { 'application/json': { schema: answer }, ...definition.alsoAs } }),
      },
    },
  };
}

function askerOf(c: Context, core: AccountContext): object {
  const user = c.get('user') as User | undefined;
  const session = c.get('session') as Session | undefined;
  const apiKey = c.get('apiKey') as ApiKeyHolder | undefined;
  const held = { userId: user?.id, token: c.get('sessionToken') };
  const proven = apiKey !== undefined || (session !== undefined && isConfirmed(core, session));
  return { user, session, held, apiKey, proven };
}

/**
 * A route of the API: who may call it, what it takes and answers, and what it does, in one place. From that follow the
 * checks before `handler`, the refusals that the OpenAPI document lists, and the types that the browser calls it by.
 */
export function route<
  const Key extends RouteKey,
  const A extends Access,
  Params extends z.ZodType = z.ZodType<IdsIn<Key>, IdsIn<Key>>,
  Query extends z.ZodType = z.ZodUndefined,
  Input extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodNull,
>(
  key: Key,
  definition: Definition<A, Params, Query, Input, Answer> & KeyScope<A>,
  handler: (
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Input>> & Askers[A],
  ) => Response | z.input<Answer> | Promise<Response | z.input<Answer>>,
): Route<{
  key: Key;
  params: z.input<Params>;
  query: z.input<Query>;
  input: z.input<Input>;
  answer: z.output<Answer>;
}> {
  const [method = '', path = ''] = key.split(' ');
  const names = [...path.matchAll(/\{(\w+)\}/gu)].map(([, name = '']) => [name, z.uuid()] as const);
  const ids = names.length === 0 ? {} : { params: z.object(Object.fromEntries(names)) };
  const loose = { ...ids, ...definition } as Loose;
  const { feature, heavy = false, status = 200 } = loose;
  const perform = handler as unknown as (request: object) => unknown;
  return {
    mount: (app, { core, sessions, site, operatorEmail, operatorTools, shares }) => {
      const parts = { core, sessions, site, operatorEmail, operatorTools, shares };
      const middleware = [
        ...requireAsker(parts, loose),
        ...(refusesWaiting(method, loose) ? [refuseWaiting] : []),
        ...(feature === undefined ? [] : [requireFeature(core, feature)]),
        ...(loose.middleware ?? []),
      ];
      app.openapi({ ...describe(method, path, loose), middleware }, async (c: Checked) => {
        const checked = { params: c.req.valid('param'), query: c.req.valid('query'), input: c.req.valid('json') };
        const request = { ...parts, c, ip: clientAddress(c), ...checked, ...askerOf(c, core) };
        const answer = await (heavy ? shares.readInTurn(c, () => perform(request)) : perform(request));
        if (answer instanceof Response) return answer;
        return answer === null ? c.body(null, status) : c.json(answer as object, status as ContentfulStatusCode);
      });
    },
  };
}

/** Opens routes, in their order. */
export function mountRoutes(app: OpenAPIHono, parts: RouteParts, routes: readonly Route[]): void {
  for (const { mount } of routes) mount(app, parts);
}

function requireAsker({ sessions, shares }: RouteParts, { access, scope = 'all' }: Loose): MiddlewareHandler[] {
  if (access === 'public') return [];
  const { require } = sessions;
  return [access === 'key' || access === 'key-only' ? require[access](scope) : require[access], shares.perAccount];
}

/** Behind whoever asks. @throws AppError account_waiting. */
const refuseWaiting: MiddlewareHandler = async (c, next) => {
  if (c.get('user').waitingSince !== undefined) throw new AppError('account_waiting');
  await next();
};

/** For routes of what the forwarding provider may lack, behind whoever asks. @throws AppError not_found. */
function requireFeature(
  { provider }: Pick<AccountContext, 'provider'>,
  feature: keyof ProviderFeatures,
): MiddlewareHandler {
  return async (_c, next) => {
    if (!providerFeatures[provider.name][feature]) throw new AppError('not_found');
    await next();
  };
}
