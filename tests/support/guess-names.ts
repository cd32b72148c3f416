import { withDomains } from '#cli/database.ts';
import type { RunningService } from '#support/running-service.ts';
import { connectSmtp } from '#support/smtp-client.ts';

/** How many rows each table holds. */
export function countRows({ command }: RunningService): Promise<Record<string, number>> {
  return withDomains(command, async ({ database: { pool } }) => {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname = 'public' and relkind = 'r' order by relname`,
    );
    const counts: Record<string, number> = {};
    // Messages of before are added to the sums of the day a while after they came.
    for (const { name } of tables.filter(({ name: table }) => table !== 'daily_counts')) {
      const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count from "${name}"`);
      counts[name] = rows[0]?.count ?? 0;
    }
    return counts;
  });
}

const perMessage = 100;
const perSession = 40 * perMessage;
const sessionsAtOnce = 4;

/** Names recipients that nobody gave, in one session, and sends no message. @returns how many were accepted. */
async function guessFrom(port: number, domain: string, from: number, guesses: number): Promise<number> {
  const client = await connectSmtp({ port, timeoutMs: 60_000 });
  await client.reply();
  await client.command('EHLO guesser.example');
  let accepted = 0;
  for (let done = 0; done < guesses; done += perMessage) {
    const to = Array.from({ length: perMessage }, (_, index) => `RCPT TO:<guess-${from + done + index}@${domain}>`);
    await client.send(['MAIL FROM:<>', ...to, 'RSET', ''].join('\r\n'));
    const replies: string[] = [];
    while (replies.length < perMessage + 2) replies.push(await client.reply());
    accepted += replies.slice(1, -1).filter((reply) => reply.startsWith('250')).length;
  }
  client.destroy();
  return accepted;
}

/** Guesses so many names of a domain, up to thousands in each of a few sessions at once. @returns how many were accepted. */
export async function guessNames({ mxPort }: RunningService, domain: string, guesses: number): Promise<number> {
  const each = Math.min(guesses, perSession);
  const sessions = Array.from({ length: guesses / each }, (_, index) => index * each);
  let accepted = 0;
  while (sessions.length > 0) {
    const together = sessions.splice(0, sessionsAtOnce).map((from) => guessFrom(mxPort, domain, from, each));
    accepted += (await Promise.all(together)).reduce((sum, one) => sum + one, 0);
  }
  return accepted;
}
