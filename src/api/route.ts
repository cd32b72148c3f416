import { z, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context, Env, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ApiMethod } from '#api/documentation/api-document.ts';
import { describeRoute, refusesWaiting } from '#api/describe-route.ts';
import type { Access, Definition, KeyScope, Loose } from '#api/route-definition.ts';
import type { Site } from '#api/describe-site.ts';
import type { RequestLimiter } from '#api/middleware/request-limiter.ts';
import { clientAddress, type Sessions } from '#api/middleware/session.ts';
import { translateFor } from '#api/translate-answer.ts';
import { AppError } from '#contract/errors.ts';
import { type ProviderFeatures, providerFeatures } from '#contract/provider.ts';
import type { User } from '#contract/sign-in.ts';
import type { ApiKeyHolder } from '#core/api-keys/api-keys.ts';
import type { OperatorTools } from '#core/operator/operator-context.ts';
import type { AccountContext } from '#core/sign-in/account-context.ts';
import { isConfirmed, type ActiveSession, type Session } from '#core/sign-in/sessions.ts';
import { missingFeatures } from '#messages/server/missing-features.ts';

interface Principals {
  public: unknown;
  session: { readonly user: User; readonly session: Session; readonly held: ActiveSession };
  'session-leaving': Principals['session'];
  confirmed: Principals['session'];
  operator: Principals['session'];
  /** `proven`: by a session whose owner proved a moment ago who they are, or by a key, which its scope binds instead. */
  key: { readonly user: User; readonly proven: boolean; readonly apiKey: ApiKeyHolder | undefined };
  'key-only': { readonly user: User; readonly proven: boolean; readonly apiKey: ApiKeyHolder };
}

type RouteKey = `${Uppercase<ApiMethod>} /${string}`;

/** `{names}` in a path. */
type NamesIn<Key extends string> = Key extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names in a path are ids unless a route says otherwise. */
type IdsIn<Key extends string> = [NamesIn<Key>] extends [never] ? undefined : Readonly<Record<NamesIn<Key>, string>>;

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
  readonly shares: RequestLimiter;
}

export interface Route<Call extends ApiCall = ApiCall> {
  mount(app: OpenAPIHono, parts: RouteParts): void;
  /** Never there: carries types to `ApiCalls`. */
  readonly call?: Call;
}

/** How the framework passes what it has checked. */
type Checked = Context<Env, string, { in: object; out: { param: unknown; query: unknown; json: unknown } }>;

function askerOf(c: Context, core: AccountContext): object {
  const user = c.get('user') as User | undefined;
  const session = c.get('session') as Session | undefined;
  const apiKey = c.get('apiKey') as ApiKeyHolder | undefined;
  const held = { userId: user?.id, token: c.get('sessionToken'), deviceToken: c.get('deviceToken') };
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
    request: RouteRequest<z.output<Params>, z.output<Query>, z.output<Input>> & Principals[A],
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
  const { feature, handsOut = false, heavy = false, status = 200 } = loose;
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
      app.openapi({ ...describeRoute(method, path, loose), middleware }, async (c: Checked) => {
        const checked = { params: c.req.valid('param'), query: c.req.valid('query'), input: c.req.valid('json') };
        const request = { ...parts, c, ip: clientAddress(c), ...checked, ...askerOf(c, core) };
        const answer = await inTurn(heavy, shares, c, () => perform(request));
        if (handsOut) await sessions.requireStill(c);
        if (answer instanceof Response) return answer;
        if (answer === null) return c.body(null, status);
        const told = method === 'GET' ? answer : translateFor(c, answer);
        return c.json(told as object, status as ContentfulStatusCode);
      });
    },
  };
}

/** When it is the turn of whoever asks, where a route takes long. */
async function inTurn(heavy: Loose['heavy'] | false, shares: RequestLimiter, c: Context, work: () => unknown) {
  if (heavy === 'elsewhere') return shares.askInTurn(c, work);
  return heavy === true ? shares.readInTurn(c, work) : work();
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

/** For routes of what the forwarding provider may lack, behind whoever asks. @throws AppError not_found, with a sentence that says what. */
function requireFeature(
  { provider }: Pick<AccountContext, 'provider'>,
  feature: keyof ProviderFeatures,
): MiddlewareHandler {
  return async (_c, next) => {
    if (!providerFeatures[provider.name][feature])
      throw new AppError('not_found', { message: missingFeatures[feature] });
    await next();
  };
}
