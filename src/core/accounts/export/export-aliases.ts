import { stringify } from 'csv-stringify/sync';
import { csvColumns } from '#contract/export.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { readAliases } from '#core/aliases/read-aliases.ts';

/**
 * The aliases of an account as CSV (RFC 4180), newest first. Values stand exactly as stored, all quoted, so that an
 * import gives them back unchanged. @throws AppError rate_limited.
 */
export async function exportAliases(context: TargetContext, userId: string): Promise<string> {
  await context.limiter.take('exportPerUser', { userId });
  const aliases = await readAliases(context, userId);
  const records = aliases.map((alias) => ({
    alias: alias.localPart,
    domain: alias.domain,
    forward_to: alias.targets.map((target) => target.value).join(', '),
    notes: alias.notes ?? '',
    active: String(alias.active),
    created_at: alias.createdAt.toISOString(),
  }));
  return stringify(records, { header: true, columns: csvColumns, quoted: true, record_delimiter: '\r\n' });
}
