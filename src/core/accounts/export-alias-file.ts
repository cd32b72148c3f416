import { stringify } from 'csv-stringify/sync';
import type { Alias } from '#contract/aliases.ts';
import { AppError } from '#contract/errors.ts';
import { csvColumns, defuseCell, writeAliasCells } from '#contract/aliases/csv-cells.ts';
import { accountRow } from '#contract/export.ts';
import { columnNames, openRows, settingNames } from '#core/alias-rows/owner-columns.ts';
import { readAliasRows } from '#core/alias-rows/read-rows.ts';
import { readAccountChoices } from '#core/domains/account-choices.ts';
import { beginExport } from '#core/accounts/export-account.ts';
import { writeDomainRules } from '#core/rules/domain-cells.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { listLabels } from '#core/labels/labels.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { listRules } from '#core/rules/domain-rules.ts';
import { writeRuleCell } from '#core/sender-rules/rule-cells.ts';
import { listSenderRules } from '#core/sender-rules/sender-rules.ts';
import { exportTargetKey, openTargetKey } from '#core/targets/target-key.ts';
import { openTarget, selectTargets } from '#core/targets/target-views.ts';
import { writeChoicesCell, writeSettingsCell } from '#core/accounts/settings-cell.ts';

const noAlias = { alias: accountRow, domain: '', forward_to: '', notes: '', active: '', created_at: '' };

/** One row for each domain that is the account's: what becomes of mail to new names on it, and what else was chosen. */
async function listDomainRows(context: OwnDomainContext, userId: string) {
  const { domains } = await listOwnDomains(context, userId);
  const rules = new Map((await listRules(context, userId)).map((listed) => [listed.domain, listed.rules]));
  return domains
    .filter(({ owned }) => owned)
    .map(({ name, catchAll, defaultForwardTo, active, fromName, description }) => ({
      ...noAlias,
      domain: name,
      forward_to: defaultForwardTo ?? '',
      notes: description ?? '',
      active: active ? '' : 'false',
      settings: writeSettingsCell({ fromName }),
      catch_all: catchAll,
      domain_rules: writeDomainRules(rules.get(name) ?? []),
    }));
}

/** One row for each inbox with a key, in the form in which programs take it. */
async function listKeyRows({ database, keys }: OwnDomainContext, userId: string) {
  const rows = await selectTargets(database.db)
    .where('targets.userId', '=', userId)
    .where('encryptionKeySealed', 'is not', null)
    .orderBy('targets.createdAt')
    .execute();
  return rows.flatMap((row) => {
    const key = exportTargetKey(openTargetKey(keys, row.id, row.encryptionKeySealed));
    if (key === null) return [];
    const { text, fingerprint, hideSubject } = key;
    const of = { encryption_key: text, key_fingerprint: fingerprint, hide_subject: hideSubject ? 'true' : '' };
    return [{ ...noAlias, forward_to: openTarget(keys, row).value, ...of }];
  });
}

async function listSettings(
  { database, keys }: OwnDomainContext,
  userId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await readAliasRows(database.db, { userId }, ['id', ...columnNames(settingNames)]);
  const opened = await openRows(keys, rows);
  return new Map(opened.map((settings) => [settings.id, writeSettingsCell(settings)]));
}

/** What was chosen about mail of all aliases. */
async function readChoices(context: OwnDomainContext, userId: string) {
  const { holdDays, heldDigest, countMail } = await context.database.db
    .selectFrom('users')
    .select(['holdDays', 'heldDigest', 'countMail'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  return {
    hold_days: String(holdDays ?? ''),
    held_digest: heldDigest ? 'true' : '',
    count_mail: countMail ? 'true' : '',
    choices: writeChoicesCell(await readAccountChoices(context, userId)),
  };
}

/** The labels that none of these aliases has. */
async function listSpareLabels(context: OwnDomainContext, userId: string, aliases: readonly Pick<Alias, 'labels'>[]) {
  const used = new Set(aliases.flatMap(({ labels }) => labels));
  return (await listLabels(context, userId)).map(({ name }) => name).filter((name) => !used.has(name));
}

/**
 * An account as CSV (RFC 4180): its domains, the keys of its inboxes and what holds for all of it, then its aliases, newest first. Those on a domain need
 * it, so whoever cuts a file has to send what comes first first. Values stand all quoted, and defused where a spreadsheet would take them for formulas; an import gives them back unchanged. @throws AppError rate_limited.
 */
export async function exportAliases(context: OwnDomainContext, userId: string): Promise<string> {
  await beginExport(context, userId);
  const aliases = await listAliases(context, userId, userId);
  const rules = await listSenderRules(context, userId);
  const settings = await listSettings(context, userId);
  const rulesOf = (aliasId: string | null): string =>
    writeRuleCell(rules.filter(({ scope }) => (scope === 'account' ? null : scope.aliasId) === aliasId));
  const records = aliases.map((alias) => ({
    ...writeAliasCells(alias),
    sender_rules: rulesOf(alias.id),
    settings: settings.get(alias.id) ?? '',
  }));
  const ofAccount = {
    labels: (await listSpareLabels(context, userId, aliases)).join(', '),
    sender_rules: rulesOf(null),
    ...(await readChoices(context, userId)),
  };
  const isSaid = Object.values(ofAccount).some((cell) => cell !== '');
  const whole = { ...noAlias, ...ofAccount };
  const others = [...(await listDomainRows(context, userId)), ...(await listKeyRows(context, userId))];
  const rows = [...others, ...(isSaid ? [whole] : []), ...records];
  const cast = { string: defuseCell };
  return stringify(rows, { header: true, columns: [...csvColumns], quoted: true, record_delimiter: '\r\n', cast });
}
