import { z } from '@hono/zod-openapi';
import type { ApiMethod } from '#api/documentation/api-document.ts';
import { accessPolicies, type Loose } from '#api/route-definition.ts';
import { errorResponseSchema } from '#contract/answers.ts';
import { errorTable, type ErrorCode } from '#contract/errors.ts';

/** Whether a route refuses an account that waits for the operator: where it changes something. */
export function refusesWaiting(method: string, { access, whileWaiting }: Loose): boolean {
  return method !== 'GET' && access !== 'public' && access !== 'session-leaving' && whileWaiting !== true;
}

function describeErrors(method: string, definition: Loose) {
  const { access, feature, params, query, input, errors, errorStatus, errorBody = errorResponseSchema } = definition;
  const codes = new Set<ErrorCode>([
    ...(query === undefined && input === undefined ? [] : (['invalid_input'] as const)),
    ...accessPolicies[access].errors,
    ...(refusesWaiting(method, definition) ? (['account_waiting'] as const) : []),
    ...(params === undefined && feature === undefined ? [] : (['not_found'] as const)),
    ...(errors ?? []),
  ]);
  const byStatus = Map.groupBy(codes, errorStatus ?? ((code) => errorTable[code].status));
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => {
      const description = list.map((code) => `${code}: ${errorTable[code].message}`).join('\n');
      return [status, { description, content: { 'application/json': { schema: errorBody } } }];
    }),
  );
}

/** Which sessions and keys open a route; the scope stands where OpenAPI has the roles that a scheme needs. */
function describeSecurity({ access, scope }: Loose): Record<string, string[]>[] {
  return accessPolicies[access].security.map((scheme) =>
    'apiKey' in scheme && scope ? { apiKey: [scope] } : { session: [] },
  );
}

/** A route as OpenAPI has it. */
export function describeRoute(method: string, path: string, definition: Loose) {
  const {
    description,
    params,
    query,
    input,
    inputRequired = true,
    answer,
    keyAnswer,
    status = 200,
    tags,
    tagged,
  } = definition;
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
        ...(answer && {
          content: {
            'application/json': { schema: keyAnswer ? z.union([answer, keyAnswer]) : answer },
            ...definition.alsoAs,
          },
        }),
      },
    },
  };
}
