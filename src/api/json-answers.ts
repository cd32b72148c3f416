import type { z } from '@hono/zod-openapi';
import { errorTable, type ErrorCode } from '#contract/errors.ts';
import { errorResponseSchema } from '#contract/messages.ts';

const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** A route's good answer. */
export const jsonAnswer = <Status extends number, Schema extends z.ZodType>(
  status: Status,
  schema: Schema,
  description: string,
) => ({ [status]: json(schema, description) }) as Record<Status, ReturnType<typeof json<Schema>>>;

/** The declared error answers of a route. Handlers throw them; the renderer writes them. */
export const errorAnswers = (...codes: readonly ErrorCode[]) => {
  const byStatus = Map.groupBy(codes, (code) => errorTable[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      json(errorResponseSchema, list.map((code) => `${code}: ${errorTable[code].message}`).join('\n')),
    ]),
  );
};

/** A route's JSON input. */
export const jsonInput = <Schema extends z.ZodType>(schema: Schema) => ({
  required: true as const,
  content: { 'application/json': { schema } },
});
