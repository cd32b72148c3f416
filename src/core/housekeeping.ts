import { removeExpiredChallenges } from '#core/sign-in/challenges/browser-challenge.ts';
import { removeExpiredSessions } from '#core/sign-in/sessions.ts';
import { removeExpiredApiKeys } from '#core/api-keys/api-keys.ts';
import { endBinnedAliases } from '#core/aliases/delete-alias.ts';
import { sumOldAliasDays } from '#core/stats/alias-counts.ts';
import { sealOpenNotes } from '#core/aliases/notes.ts';
import { removeOldRefusals } from '#core/held/refusals.ts';
import { removeOldUndos } from '#core/undos/undos.ts';
import { removeOldMoves } from '#core/moving-in/move-life.ts';
import { removeUnusedContacts } from '#core/contacts/contact-life.ts';
import { removeEndedAccounts } from '#core/accounts/remove-ended-accounts.ts';
import { removeOldDeletions } from '#core/backups/deletions.ts';
import { removeUnusedTombstones } from '#core/aliases/tombstones.ts';
import { removeOldAliasChanges } from '#core/targets/count-alias-changes.ts';
import { removeOldRefusedMail } from '#core/targets/refused-mail.ts';
import type { TargetContext } from '#core/targets/target-context.ts';
import { removeLastKeys } from '#core/domains/domain-keys.ts';
import { sendingRules } from '#core/limits/sending-limits.ts';
import { removeOldAbuseReports } from '#core/operator/abuse-reports.ts';
import { removeOldMailReports } from '#core/mail-reports/count-reports.ts';
import { removeOldCounts } from '#core/limits/rate-limiter.ts';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { removeOldSecurityEvents } from '#core/security/read-security.ts';
import { removeOldLinks } from '#core/confirmation/one-time-links.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 60 * 60 * 1000;

/** Steps in a row that fail: the database is away, and each would wait for it. */
const givenUpAfter = 3;

type Step = (core: TargetContext) => Promise<unknown>;

/** In this order. */
export const housekeepingSteps: Readonly<Record<string, Step>> = {
  removeExpiredSessions,
  removeExpiredChallenges,
  removeExpiredApiKeys,
  removeOldAliasChanges,
  removeOldRefusedMail,
  removeEndedAccounts,
  removeUnusedTombstones,
  removeOldLinks,
  removeOldSecurityEvents,
  removeOldUndos,
  removeOldMoves,
  removeOldRefusals,
  removeOldAbuseReports,
  removeOldMailReports,
  endBinnedAliases,
  sumOldAliasDays,
  sealOpenNotes,
  removeUnusedContacts,
  removeLastKeys,
  removeOldDeletions,
  removeOldCounts: (core) => removeOldCounts(core, { ...rateLimitRules, ...sendingRules }),
};

/**
 * Erases what has expired, at once and then every hour. What fails is tried again then, and keeps nothing else from being erased. Returns how to
 * stop it; settles when nothing is under way.
 */
export function startHousekeeping(core: TargetContext, steps = housekeepingSteps): () => Promise<void> {
  const report = (error: unknown): void => core.log.error('housekeeping_failed', error);
  const clean = async (): Promise<void> => {
    let failed = 0;
    for (const step of Object.values(steps)) {
      const fault: unknown = await step(core).then(
        () => null,
        (error: unknown) => error,
      );
      if (fault !== null) report(fault);
      failed = fault === null ? 0 : failed + 1;
      if (failed === givenUpAfter) return;
    }
  };
  const first = clean();
  const stop = runEvery(everyMs, clean, report);
  return async () => {
    await Promise.all([first, stop()]);
  };
}
