import { sql } from 'kysely';
import { lookAtDns, proofOf } from '#core/own-domains/check-dns.ts';
import type { OwnDomainContext } from '#core/own-domains/own-domain-context.ts';
import { applyCheckResults } from '#core/own-domains/settle-checks.ts';
import { runEvery } from '#platform/run-every.ts';

const everyMs = 60_000;
const together = 20;
/** What another node has taken up is not looked at again before, also when that node dies. */
const claimMs = 10 * 60_000;

interface Due {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string;
}

/** Each domain is taken up by one node alone. */
async function claimDue({ clock, database }: OwnDomainContext): Promise<Due[]> {
  const now = clock.now();
  const { rows } = await sql<Due>`
    update domains set next_check_at = ${new Date(now + claimMs)} where id in (
      select id from domains where next_check_at <= ${new Date(now)} and kind = 'own' and owner_id is not null
      order by next_check_at limit ${together} for update skip locked)
    returning id, name, owner_id`.execute(database.db);
  return rows;
}

/** Looks at the DNS of all domains whose time has come. */
export async function recheckDomains(context: OwnDomainContext): Promise<void> {
  for (;;) {
    const due = await claimDue(context);
    await Promise.all(
      due.map(async ({ id, name, ownerId }) =>
        applyCheckResults(
          context,
          { id, ownerId },
          await lookAtDns(context, name, proofOf(context.keys, ownerId, name)),
        ),
      ),
    );
    if (due.length < together) return;
  }
}

/** Checks due domains again and again. @returns how to stop it; settles when nothing is under way. */
export function startDomainChecks(context: OwnDomainContext): () => Promise<void> {
  return runEvery(
    everyMs,
    () => recheckDomains(context),
    (error) => context.log.error('domain_checks_failed', error),
  );
}
