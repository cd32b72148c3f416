import { createHash } from 'node:crypto';
import type { KeyRing } from '#core/keys/key-ring.ts';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { Database } from '#database/database.ts';
import { noteRefusal, reportFailure } from '#mail/queue/report-failure.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import type { BounceOf } from '#mail/recipient/address-forms.ts';
import type { BounceRecipient } from '#mail/recipient/resolve-recipient.ts';
import { readReturnPathField } from '#mail/rewrite/return-path-field.ts';
import { readReport, type BounceReport } from '#protocol/dsn/read-report.ts';
import { findField } from '#protocol/message/header-fields.ts';
import type { HeaderField, RawMessage } from '#protocol/message/parse-message.ts';

/** What it takes to learn from a bounce. */
export interface ReportsContext {
  readonly database: Database;
  readonly keys: KeyRing;
  readonly limiter: RateLimiter;
  /** Tells whoever must know. */
  readonly queue: QueueContext;
}

interface BouncedRoute {
  readonly aliasId: string;
  readonly targetId: string;
  readonly userId: string;
}

async function findRoute({ database }: ReportsContext, linkId: string): Promise<BouncedRoute | null> {
  const { rows } = await database.pool.query<{ alias_id: string; target_id: string; user_id: string }>({
    name: 'find-bounced-route',
    text: `
      select r.alias_id, r.target_id, a.user_id from alias_targets r join aliases a on a.id = r.alias_id where r.id = $1`,
    values: [linkId],
  });
  const [row] = rows;
  return row === undefined ? null : { aliasId: row.alias_id, targetId: row.target_id, userId: row.user_id };
}

/** Which message of ours a report is about. One that brings nothing of it back counts by itself. */
function subjectOf(
  linkId: string,
  { fields }: RawMessage,
  returned: readonly HeaderField[],
): { readonly text: string } {
  const id = findField(returned, 'message-id') ?? findField(fields, 'message-id') ?? '';
  return { text: createHash('sha256').update(`${linkId} ${id}`).digest('hex') };
}

/**
 * Takes what comes to bounce addresses, read once for all of them. Only a report that a message failed for good has an
 * effect; delays, automatic replies and the like are accepted and forgotten. Says nothing back: whoever sent it has the
 * null reverse-path. False when the same is being read already, or was until a crash a moment ago: it must come again.
 * @throws Error when the database does not answer.
 */
export async function receiveBounces(
  context: ReportsContext,
  message: RawMessage,
  bounces: readonly BounceRecipient[],
): Promise<boolean> {
  const report = readReport(message);
  if (report === null) return true;
  const byRoute = new Map(bounces.map((bounce) => [bounce.linkId, bounce]));
  for (const bounce of byRoute.values()) {
    const subject = subjectOf(bounce.linkId, message, report.returned);
    if (!(await takeReport(context, report, bounce, subject))) return false;
  }
  return true;
}

async function takeReport(
  context: ReportsContext,
  report: BounceReport,
  { linkId, of }: BounceRecipient,
  subject: { readonly text: string },
): Promise<boolean> {
  const route = await findRoute(context, linkId);
  if (route === null) return true;
  const { limiter } = context;
  if (!(await limiter.hasLeft('reportsPerMessage', subject))) return true;
  if (!(await limiter.tryTake('reportsBegun', subject))) return false;
  await passOn(context, report, route, of);
  // Counted last: after a crash the bounce comes again, and nobody must believe that it was passed on.
  await limiter.tryTake('reportsPerMessage', subject);
  return true;
}

/** Learns from a bounce, and tells whoever must know. */
async function passOn(
  context: ReportsContext,
  { status, returned }: BounceReport,
  { aliasId, targetId, userId }: BouncedRoute,
  of: BounceOf,
): Promise<void> {
  // What a target's server says it gives back may hold anything, its address too: only an id that opens can be ours.
  const fields = returned.filter(({ key }) => key === 'message-id');
  const failed = { aliasId, userId, status, recipients: [], fields };
  if (of === 'sent') {
    await reportFailure(context.queue, { ...failed, kind: 'sent', senderProven: true, reversePath: '' });
    return;
  }
  await noteRefusal(context.queue, { targetId, status });
  const reversePath = readReturnPathField(context.keys, aliasId, returned);
  if (reversePath === null) return;
  await reportFailure(context.queue, { ...failed, kind: 'forward', senderProven: true, reversePath });
}
