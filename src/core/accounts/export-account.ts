import { sql } from 'kysely';
import { sessionSchema } from '#contract/account.ts';
import type { Alias } from '#contract/aliases.ts';
import { columnNames, openRows, settingNames } from '#core/alias-rows/owner-columns.ts';
import { countContacts, readAliasRows } from '#core/alias-rows/read-rows.ts';
import { listAccountCredentials } from '#core/credentials/account-credentials.ts';
import { listAliasCredentials } from '#core/credentials/credentials.ts';
import { AppError } from '#contract/errors.ts';
import type { AccountExport } from '#contract/export.ts';
import type { User } from '#contract/sign-in.ts';
import { getAccount } from '#core/accounts/account.ts';
import { listPasskeys } from '#core/accounts/list-passkeys.ts';
import { exportPicture } from '#core/accounts/pictures/account-picture.ts';
import { listAliases } from '#core/aliases/list-aliases.ts';
import { readBinnedAliases } from '#core/aliases/read-aliases.ts';
import { listApiKeys } from '#core/api-keys/api-keys.ts';
import { listLabels } from '#core/labels/labels.ts';
import { listCounts } from '#core/stats/alias-counts.ts';
import type { HeldMail } from '#core/held/held-mail.ts';
import { readRefusals } from '#core/held/refusals.ts';
import { listSenderRules } from '#core/sender-rules/sender-rules.ts';
import type { CoreContext } from '#core/core-context.ts';
import { mailedKinds } from '#core/links/secret-links.ts';
import { listChecklist } from '#core/moving-in/checklist.ts';
import { listMoves } from '#core/moving-in/moves.ts';
import type { MovingContext } from '#core/moving-in/moving-context.ts';
import { listOffers } from '#core/offers/offers.ts';
import { listOwnDomains } from '#core/own-domains/read-domains.ts';
import { listSecurityEvents } from '#core/security/read-security.ts';
import { recordSecurityEvent } from '#core/security/security-events.ts';
import { listRules } from '#core/rules/domain-rules.ts';
import { openDevice } from '#core/session-device.ts';
import { exportRefusals } from '#core/targets/refused-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { exportTargetKey, openTargetKey } from '#core/targets/target-key.ts';
import { openTarget, selectTargets, targetView } from '#core/targets/target-views.ts';
import { listChanges } from '#core/undos/undos.ts';
import { userGoogleContext } from '#core/user-row.ts';
import { notListed } from '#messages/server/answers.ts';

const maxEvents = 10_000;

export async function beginExport(context: TargetContext, userId: string): Promise<void> {
  await context.limiter.take('exportPerUser', { userId });
  await recordSecurityEvent(context.database.db, context, userId, { kind: 'data_exported' });
}

/** Everything stored about an account, opened for its owner. @throws AppError rate_limited, not_signed_in. */
export async function exportAccount(
  context: MovingContext & { readonly held: HeldMail },
  user: User,
): Promise<AccountExport> {
  const { clock } = context;
  await beginExport(context, user.id);
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    account: await collectAccount(context, user),
    picture: await exportPicture(context, user.id),
    passkeys: await listPasskeys(context, user.id),
    sessions: await collectSessions(context, user.id),
    ...(await collectAliases(context, user.id)),
    labels: await listLabels(context, user.id),
    countedMail: await listCounts(context, user.id),
    changes: await listChanges(context, user.id),
    domains: (await listOwnDomains(context, user.id)).domains,
    offers: await listOffers(context, user.id),
    moves: await listMoves(context, user.id),
    checklist: await listChecklist(context, user.id),
    targets: await collectTargets(context, user.id),
    domainRules: await listRules(context, user.id),
    smtpCredentials: await collectCredentials(context, user.id),
    accountSmtpCredentials: await listAccountCredentials(context.database.db, user.id),
    apiKeys: await listApiKeys(context, user.id),
    securityEvents: await listSecurityEvents(context, user.id, maxEvents),
    knownDevices: await collectDevices(context, user.id),
    ...(await collectMail(context, user.id)),
    senderRules: await listSenderRules(context, user.id),
    held: await context.held.list(user.id),
    refusals: await readRefusals(context, user.id),
    complaints: await collectComplaints(context, user.id),
    rateLimits: await collectRateLimits(context, user.id),
    notListed,
  };
}

/** Browsers that the account was signed in by; what knows them is a keyed hash. */
async function collectDevices(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['knownDevices']> {
  const rows = await database.db
    .selectFrom('knownDevices')
    .select(sql<string>`to_char(last_seen_on, 'YYYY-MM-DD')`.as('lastSeenOn'))
    .where('userId', '=', userId)
    .orderBy('lastSeenOn')
    .execute();
  return rows;
}

/** Complaints that lead to an account. */
async function collectComplaints(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['complaints']> {
  const rows = await database.db
    .selectFrom('abuseReports')
    .select(['kind', 'at'])
    .where('userId', '=', userId)
    .orderBy('at', 'desc')
    .limit(maxEvents)
    .execute();
  return rows.map(({ kind, at }) => ({ kind, at: at.toISOString() }));
}

/** What is counted under an account. */
async function collectRateLimits(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['rateLimits']> {
  const rows = await database.db
    .selectFrom('rateLimits')
    .select(['actionType', 'count', 'windowStart', 'lastAction'])
    .where('userId', '=', userId)
    .orderBy('actionType')
    .execute();
  return rows.map((row) => ({
    action: row.actionType,
    count: row.count,
    windowStart: row.windowStart.toISOString(),
    lastAction: row.lastAction.toISOString(),
  }));
}

/** All targets of an account, those that no alias uses included. */
async function collectTargets(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountExport['targets']> {
  const rows = await selectTargets(database.db)
    .select(['targets.spfReplies', 'targets.bouncedAt', 'targets.previousSecretUntil'])
    .select(['targets.replacesTargetId', 'targets.refusedSince', 'targets.refusedMessages', 'targets.refusedStatus'])
    .select(['targets.fullSince', 'targets.fullMessages'])
    .where('targets.userId', '=', userId)
    .orderBy('targets.createdAt')
    .execute();
  return rows.map((row) => ({
    ...targetView(openTarget(keys, row)),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    spfReplies: row.spfReplies,
    maySend: row.maySend,
    dropKeys: row.dropKeys,
    dropSignatures: row.dropSignatures,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    ...exportRefusals(row),
    replacesTargetId: row.replacesTargetId,
    previousSecretUntil: row.previousSecretUntil?.toISOString() ?? null,
    key: exportTargetKey(openTargetKey(keys, row.id, row.encryptionKeySealed)),
    createdAt: row.createdAt.toISOString(),
  }));
}

/** The aliases of an account with their settings, newest first, and those in the bin. */
async function collectAliases(
  context: Pick<CoreContext, 'database' | 'keys' | 'clock'>,
  userId: string,
): Promise<Pick<AccountExport, 'aliases' | 'bin'>> {
  const aliases = await listAliases(context, userId, userId);
  const bin = await readBinnedAliases(context, userId, userId);
  const names = [...columnNames(settingNames), 'id', 'pausedByLink', 'pinned', 'everUsed', 'lastUsedDay'] as const;
  const rows = await readAliasRows(context.database.db, { userId, whereabouts: 'any' }, names);
  const opened = await openRows(context.keys, rows);
  const settings = new Map(opened.map(({ lastUsedDay: lastUsedOn, ...row }) => [row.id, { ...row, lastUsedOn }]));
  const withSettings = <Listed extends Alias>(listed: readonly Listed[]) =>
    listed.flatMap((alias) => {
      const own = settings.get(alias.id);
      // Deleted in between.
      return own === undefined ? [] : [{ ...alias, ...own }];
    });
  return { aliases: withSettings(aliases), bin: withSettings(bin) };
}

/** What is stored around an account's mail: links we mailed, mail that waits, how many correspondents. */
async function collectMail(
  { database: { db } }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<Pick<AccountExport, 'mailedLinks' | 'waitingMail' | 'contacts'>> {
  const links = await db
    .selectFrom('secretLinks')
    .select(['kind', 'createdAt', 'worksAt', 'expiresAt', 'usedAt'])
    .where('userId', '=', userId)
    .where('kind', 'in', mailedKinds)
    .orderBy('createdAt')
    .execute();
  const deliveries = await db
    .selectFrom('spoolDeliveries')
    .select(['aliasId', 'attempts', 'createdAt', 'nextAttemptAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return {
    mailedLinks: links.map((link) => ({
      purpose: link.kind,
      createdAt: link.createdAt.toISOString(),
      worksAt: link.worksAt?.toISOString() ?? null,
      expiresAt: link.expiresAt.toISOString(),
      usedAt: link.usedAt?.toISOString() ?? null,
    })),
    waitingMail: deliveries.map((delivery) => ({
      alias: delivery.aliasId,
      attempts: delivery.attempts,
      createdAt: delivery.createdAt.toISOString(),
      nextAttemptAt: delivery.nextAttemptAt.toISOString(),
      expiresAt: delivery.expiresAt.toISOString(),
    })),
    contacts: await countContacts(db, { userId, whereabouts: 'any' }),
  };
}

/** The sessions of an account, without their tokens. */
async function collectSessions(
  { database, keys }: Pick<CoreContext, 'database' | 'keys'>,
  userId: string,
): Promise<AccountExport['sessions']> {
  const rows = await database.db
    .selectFrom('sessions')
    .select(['id', 'authMethod', 'deviceSealed', 'createdAt', 'lastUsedAt', 'confirmedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    device: openDevice(keys, row),
    authMethod: sessionSchema.shape.authMethod.parse(row.authMethod),
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    confirmedAt: row.confirmedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }));
}

/** The SMTP credentials of all aliases of an account, without their passwords. */
async function collectCredentials(
  { database }: Pick<CoreContext, 'database'>,
  userId: string,
): Promise<AccountExport['smtpCredentials']> {
  const rows = await listAliasCredentials(database.db, userId);
  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** The account itself, as exported. @throws AppError not_signed_in when it is gone. */
async function collectAccount(
  context: Pick<TargetContext, 'database' | 'keys' | 'clock' | 'settings' | 'domains'>,
  user: User,
): Promise<AccountExport['account']> {
  const row = await context.database.db
    .selectFrom('users')
    .select(['googleIdSealed', 'emailVerifiedAt', 'totpEnabledAt', 'passkeyFactorAt'])
    .select(['lockedAt', 'passwordVoid', 'aliasQuota', 'balance', 'updatedAt'])
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow(() => new AppError('not_signed_in'));
  const { pictureUrl: _, ...account } = await getAccount(context, user);
  return {
    ...account,
    googleId:
      row.googleIdSealed === null ? null : context.keys.open(userGoogleContext(user.id), row.googleIdSealed).toString(),
    emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
    secondFactorSince: row.totpEnabledAt?.toISOString() ?? null,
    lockedAt: row.lockedAt?.toISOString() ?? null,
    aliasQuota: row.aliasQuota,
    suspension: user.suspension ?? null,
    passwordVoid: row.passwordVoid,
    passkeyFactorSince: row.passkeyFactorAt?.toISOString() ?? null,
    balance: row.balance,
    updatedAt: row.updatedAt.toISOString(),
  };
}
