import type { z } from '@hono/zod-openapi';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import { errorResponseSchema } from '#contract/answers.ts';

function json<Schema extends z.ZodType>(schema: Schema, description: string) {
  return {
    description,
    content: { 'application/json': { schema } },
  };
}

/** A route's good answer. */
export function jsonAnswer<Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description: string,
) {
  return { [status]: json(schema, description) } as Record<Status, ReturnType<typeof json<Schema>>>;
}

/** The declared error answers of a route. Handlers throw them; the renderer writes them. */
export function errorAnswers(...codes: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      json(errorResponseSchema, list.map((code) => `${code}: ${errorTable[code].message}`).join('\n')),
    ]),
  );
}

/** A route's JSON input. */
export function jsonInput<Schema extends z.ZodType>(schema: Schema) {
  return {
    required: true as const,
    content: { 'application/json': { schema } },
  };
}
