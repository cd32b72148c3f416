import { z } from 'zod';

/** What happened to mail of an alias that its owner watches: no sender, no subject. */
export const traceLineSchema = z.object({
  at: z.iso.datetime(),
  /** `recipient`: the sender named the alias; `message`: it was judged; `delivery`: one target was tried. */
  event: z.enum(['recipient', 'message', 'delivery']),
  /** What became of it: forwarded, held, dropped, refused; of a delivery delivered, deferred, refused. */
  outcome: z.enum(['forward', 'hold', 'drop', 'refuse', 'delivered', 'deferred', 'refused']),
  /** Results of SPF, DKIM, DMARC and ARC; null: they were not asked. */
  verdict: z.string().nullable(),
  /** The SMTP reply: ours to the sender, or of a delivery the target's, `550 5.1.1`; null: there was none. */
  reply: z.string().nullable(),
});
export type TraceLine = z.infer<typeof traceLineSchema>;

export const aliasTraceSchema = z.object({ endsAt: z.iso.datetime(), lines: z.array(traceLineSchema) });
export type AliasTrace = z.infer<typeof aliasTraceSchema>;

/** Null: it is not watched. */
export const aliasTraceResponseSchema = z.object({ trace: aliasTraceSchema.nullable() });
/** The code lets the operator read along; it is shown once. */
export const newTraceResponseSchema = z.object({ trace: aliasTraceSchema, code: z.string() });

export const readTraceSchema = z.strictObject({ code: z.string().trim().max(100) });
export const operatorTraceResponseSchema = z.object({ alias: z.string(), trace: aliasTraceSchema });
