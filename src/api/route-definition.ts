import type { z } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import type { ApiKeyScope } from '#contract/api-keys.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { ProviderFeatures } from '#contract/provider.ts';

const keyErrors = ['not_signed_in', 'account_suspended', 'api_key_invalid', 'scope_required', 'rate_limited'] as const;

/** What opens a route, and how it refuses everybody else. */
export const accessPolicies = {
  /** Everybody, as far as a network does not ask too fast. */
  public: { errors: ['rate_limited'], security: [] },
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

export type Access = keyof typeof accessPolicies;

/** The narrowest scope of a key that opens a route: one more for each route that keys open at all. */
export type KeyScope<A extends Access> = A extends 'key' | 'key-only'
  ? { readonly scope: ApiKeyScope }
  : { readonly scope?: never };

export interface Definition<A extends Access, Params, Query, Input, Answer> {
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
  /** Of an API key, where its answer is another one; the handler writes it. */
  readonly keyAnswer?: z.ZodType;
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
  /**
   * It may read all that an account has: those of one account wait for each other, and take turns with other accounts. `elsewhere`: it
   * waits for servers of others, beside those.
   */
  readonly heavy?: true | 'elsewhere';
  /**
   * Its answer holds a secret that outlives the session: whoever is not let in any more when it is made never reads it, as whoever locks
   * everything ends what there is by then.
   */
  readonly handsOut?: true;
  /** Under which the description of the API lists it; by its path unless told. */
  readonly tags?: readonly string[];
  /** The status that the callers of this route know an error by. */
  readonly errorStatus?: (code: ErrorCode) => number;
  /** What they read of it, where that is not what all others read. */
  readonly errorBody?: z.ZodType;
}

/** Any route's, without its types. */
export type Loose = Definition<Access, z.ZodType, z.ZodType, z.ZodType, z.ZodType> & { readonly scope?: ApiKeyScope };
