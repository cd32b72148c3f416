import type { ownRoutes } from '#api/own-routes.ts';
import type { Route } from '#api/route.ts';
import type { inboxRoutes } from '#api/routes/site/inbox.ts';

type CallOf<Some> = Some extends Route<infer Call> ? Call : never;
type OwnCall = CallOf<ReturnType<typeof ownRoutes>[number] | ReturnType<typeof inboxRoutes>[number]>;

/**
 * The calls that the browser can make, by method and path (`GET /api/aliases/{id}`): what each takes (`params` in the
 * path, `query`, `input`; undefined for none) and what it answers (null for no body), as the routes say. For types only.
 */
export type ApiCalls = {
  readonly [Call in OwnCall as Call['key']]: Pick<Call, 'params' | 'query' | 'input' | 'answer'>;
};
