import type { User } from '#contract/sign-in.ts';
import type { AccountExport } from '#contract/export.ts';
import type { AccountContext } from '#core/accounts/account-context.ts';
import { collectAccount } from '#core/accounts/export/collect-account.ts';
import { collectAliases } from '#core/accounts/export/collect-aliases.ts';
import { collectMail } from '#core/accounts/export/collect-mail.ts';
import { collectRateLimits } from '#core/accounts/export/collect-rate-limits.ts';
import { collectCredentials, collectSessions } from '#core/accounts/export/collect-sign-ins.ts';
import { collectTargets } from '#core/accounts/export/collect-targets.ts';
import { listApiKeys } from '#core/api-keys/list-api-keys.ts';
import { notListed } from '#messages/answers.ts';

/** Everything stored about an account, opened for its owner. @throws AppError rate_limited, not_signed_in. */
export async function exportAccount(context: AccountContext, user: User): Promise<AccountExport> {
  const { clock, limiter } = context;
  await limiter.take('exportPerUser', { userId: user.id });
  return {
    exportedAt: new Date(clock.now()).toISOString(),
    account: await collectAccount(context, user),
    sessions: await collectSessions(context, user.id),
    aliases: await collectAliases(context, user.id),
    targets: await collectTargets(context, user.id),
    smtpCredentials: await collectCredentials(context, user.id),
    apiKeys: await listApiKeys(context, user.id),
    ...(await collectMail(context, user.id)),
    rateLimits: await collectRateLimits(context, user.id),
    notListed,
  };
}
