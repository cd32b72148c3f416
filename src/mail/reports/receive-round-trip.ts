import { type RoundTrip, noteRoundTrip } from '#core/watch/round-trips.ts';
import type { OperatorRecipient } from '#mail/recipient/recipient-kinds.ts';
import type { ReportsContext } from '#mail/reports/reports-context.ts';
import type { RawMessage } from '#protocol/message/parse-message.ts';

/** In the Message-ID of a test mail, which whoever answers refers to or brings back. */
const tokenPattern = /kauke-echo-([\da-f]{32})@/;
/** As Authentication-Results has it, or in words such as `SPF check: pass`, also in quoted-printable. */
const resultPattern =
  /\b(spf|dkim|dmarc)(?: check)?[ \t]*(?:=3D|=|:)[ \t]*"?(pass|fail|softfail|neutral|none|permerror|temperror|policy)\b/gi;
const maxBodyBytes = 256 * 1024;

/** The first result of each method: what comes further down is often an example. */
function readResults(body: string): RoundTrip {
  const results: Record<string, string> = {};
  for (const [, method = '', result = ''] of body.matchAll(resultPattern)) {
    results[method.toLowerCase()] ??= result.toLowerCase();
  }
  return results;
}

/**
 * What an answer to the doctor's test mail tells of it is kept for the doctor; the answer itself goes on to the operator like
 * all mail to postmaster. @throws Error when the database does not answer.
 */
export async function receiveRoundTrip(
  { database, keys, queue: { clock } }: ReportsContext,
  operators: readonly OperatorRecipient[],
  { fields, body }: RawMessage,
): Promise<void> {
  if (operators.length === 0) return;
  const text = body.subarray(0, maxBodyBytes).toString('latin1');
  const header = fields.map(({ raw }) => raw.toString('latin1')).join('');
  const token = tokenPattern.exec(header)?.[1] ?? tokenPattern.exec(text)?.[1];
  if (token !== undefined) await noteRoundTrip({ database, keys, clock }, token, readResults(text));
}
