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

/** Erases what has expired, at once and then every hour. Returns how to stop it; settles when nothing is under way. */
export function startHousekeeping(core: TargetContext): () => Promise<void> {
  const clean = async (): Promise<void> => {
    await removeExpiredSessions(core);
    await removeExpiredChallenges(core);
    await removeExpiredApiKeys(core);
    await removeOldAliasChanges(core);
    await removeOldRefusedMail(core);
    await removeEndedAccounts(core);
    await removeUnusedTombstones(core);
    await removeOldLinks(core);
    await removeOldSecurityEvents(core);
    await removeOldUndos(core);
    await removeOldMoves(core);
    await removeOldRefusals(core);
    await removeOldAbuseReports(core);
    await removeOldMailReports(core);
    await endBinnedAliases(core);
    await sumOldAliasDays(core);
    await sealOpenNotes(core);
    await removeUnusedContacts(core);
    await removeLastKeys(core);
    await removeOldDeletions(core);
    await removeOldCounts(core, { ...rateLimitRules, ...sendingRules });
  };
  const report = (error: unknown): void => core.log.error('housekeeping_failed', error);
  const first = clean().catch(report);
  const stop = runEvery(everyMs, clean, report);
  return async () => {
    await Promise.all([first, stop()]);
  };
}
