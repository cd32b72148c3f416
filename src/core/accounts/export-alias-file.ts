import { stringify } from 'csv-stringify/sync';
import { accountRow, csvColumns } from '#contract/export.ts';
import { beginExport } from '#core/accounts/export-account.ts';
import { defuseCell } from '#core/accounts/csv-cells.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { writeRuleCell } from '#core/sender-rules/rule-cells.ts';
import { listSenderRules } from '#core/sender-rules/sender-rules.ts';
import type { TargetContext } from '#core/targets/target-context.ts';

/**
 * The aliases of an account as CSV (RFC 4180), newest first. Values stand all quoted, and defused where a spreadsheet
 * would take them for formulas; an import gives them back unchanged. @throws AppError rate_limited.
 */
export async function exportAliases(context: TargetContext, userId: string): Promise<string> {
  await beginExport(context, userId);
  const aliases = await listAliases(context, userId, userId);
  const rules = await listSenderRules(context, userId);
  const rulesOf = (aliasId: string | null): string =>
    writeRuleCell(rules.filter(({ scope }) => (scope === 'account' ? null : scope.aliasId) === aliasId));
  const records = aliases.map(({ id, alias, domain, targets, notes, active, createdAt, labels, ...life }) => ({
    alias,
    domain,
    forward_to: targets.map(({ value }) => value).join(', '),
    notes: notes ?? '',
    active: String(active),
    created_at: createdAt,
    labels: labels.join(', '),
    expires_at: life.expiresAt ?? '',
    messages_left: String(life.messagesLeft ?? ''),
    idle_days: String(life.idleDays ?? ''),
    sender_rules: rulesOf(id),
    copy_replies: life.copyReplies ? 'true' : '',
  }));
  const ofAccount = rulesOf(null);
  const whole = { alias: accountRow, domain: '', forward_to: '', notes: '', active: '', created_at: '' };
  const rows = ofAccount === '' ? records : [...records, { ...whole, sender_rules: ofAccount }];
  const cast = { string: defuseCell };
  return stringify(rows, { header: true, columns: csvColumns, quoted: true, record_delimiter: '\r\n', cast });
}
