import { AppError } from '#contract/errors.ts';
import type { ImportRow } from '#contract/export.ts';
import type { AliasTarget } from '#contract/aliases.ts';
import type { PlannedKey } from '#core/accounts/import/plan-row.ts';
import { readTargets } from '#core/aliases/alias-input.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { readKeyFor, readTargetKey, storeKeyWithin } from '#core/targets/change-key.ts';
import { ensureTargets } from '#core/targets/ensure-targets.ts';
import type { TargetKey } from '#core/targets/target-key.ts';
import type { Db } from '#database/database.ts';
import { importWords } from '#messages/server/answers.ts';

/** The key of an inbox that passed every check. */
export interface CheckedKey extends Omit<PlannedKey, 'kind' | 'input'> {
  readonly kind: 'checked_key';
  readonly key: TargetKey;
}

/** As many keys are read of one file; accounts have a few. */
const maxKeys = 30;

async function check(context: OwnDomainContext, userId: string, plan: PlannedKey): Promise<CheckedKey> {
  const { row, address: text, input } = plan;
  const [target, another] = readTargets(context, text);
  if (target?.kind !== 'email' || another !== undefined)
    throw new AppError('invalid_input', { message: importWords.keyWithoutInbox });
  const { address } = target.email;
  const { key } = await readKeyFor(context, { userId, address }, input);
  return { kind: 'checked_key', row, address, key };
}

/**
 * Reads the keys of a file by the checks of the form, one after the other and before any transaction, as strangers' keys take their time.
 * What cannot be used is told in its row, and stored nowhere; private keys first of all.
 */
export async function checkKeys(
  context: OwnDomainContext,
  userId: string,
  plans: readonly PlannedKey[],
): Promise<(CheckedKey | ImportRow)[]> {
  const checked: (CheckedKey | ImportRow)[] = [];
  for (const [index, plan] of plans.entries()) {
    const told = { row: plan.row, alias: plan.address, outcome: 'invalid' } as const;
    if (index >= maxKeys) checked.push({ ...told, message: importWords.tooManyKeys(maxKeys) });
    else
      checked.push(
        await check(context, userId, plan).catch((error: unknown): ImportRow => {
          if (!(error instanceof AppError)) throw error;
          return { ...told, message: Object.values(error.details.errors ?? {})[0]?.[0] ?? error.message };
        }),
      );
  }
  return checked;
}

/** Gives an inbox of the account its key. One that has a key keeps it. @throws AppError too_many_targets, invalid_input. */
export async function placeKey(
  db: Db,
  context: OwnDomainContext,
  userId: string,
  { address, key }: CheckedKey,
): Promise<Pick<ImportRow, 'outcome' | 'message'> & { readonly targets: readonly AliasTarget[] }> {
  const targets = await ensureTargets(db, context, userId, readTargets(context, address));
  const targetId = targets[0]?.id ?? '';
  const own = { targetId, userId };
  const known = await readTargetKey({ database: { ...context.database, db }, keys: context.keys }, own);
  if (known !== null) {
    const message = known.fingerprint === key.fingerprint ? importWords.keyYours : importWords.keyOther;
    return { outcome: 'exists', message, targets };
  }
  await storeKeyWithin(db, context.keys, own, key);
  await recordSecurityEvent(db, context, userId, { kind: 'inbox_key_set' });
  return { outcome: 'created', message: importWords.keySet, targets };
}
