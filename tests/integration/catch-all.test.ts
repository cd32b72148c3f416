import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aliasesResponseSchema, type Alias } from '#contract/aliases.ts';
import { ownDomainResponseSchema } from '#contract/account/domains.ts';
import { withDomains } from '#cli/database.ts';
import { searchDatabase } from '#support/database-search.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { signUpOwner, startService, type Owner, type RunningService } from '#support/running-service.ts';
import { connectSmtp, sendMessage } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

let sink: SmtpSink;
let service: RunningService;
let ann: Owner;
let outside: OutsideSender;
let domainId: string;

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    MAIL_DOMAINS: 'kauke.test',
    SUBDOMAINS: 'kauke.test',
    TARGET_CONFIRMATION: 'off',
    UNAUTHENTICATED_MAIL: 'refuse',
  });
  ann = await signUpOwner(service, 'ann@home.example');
  const { body } = await ann.send('POST', '/api/account/domains', { name: 'ann.kauke.test' });
  domainId = ownDomainResponseSchema.parse(body).domain.id;
  await change({ defaultForwardTo: 'ann@home.example' });
  outside = createOutsideSender(service.dns, 'sender.example', { addresses: ['127.0.0.1'], policy: 'reject' });
}, 60_000);

afterAll(async () => {
  await service.stop();
  await sink.stop();
});

async function change(settings: { catchAll?: string; defaultForwardTo?: string }): Promise<void> {
  expect(await ann.send('PATCH', `/api/account/domains/${domainId}`, settings)).toMatchObject({ status: 200 });
}

async function putRules(rules: readonly Record<string, string>[]): Promise<void> {
  expect(await ann.send('PUT', `/api/account/domains/${domainId}/rules`, { rules })).toMatchObject({ status: 200 });
}

async function aliases(): Promise<Alias[]> {
  const { body } = await ann.send('GET', `/api/aliases/${ann.id}`);
  return aliasesResponseSchema.parse(body).aliases.filter(({ domain }) => domain === 'ann.kauke.test');
}
async function names(): Promise<string[]> {
  return (await aliases()).map(({ alias }) => alias).toSorted();
}

function message(to: string): string {
  return `From: Bea <bea@sender.example>\r\nTo: ${to}\r\nSubject: Hello\r\nMessage-ID: <1@sender.example>\r\n\r\nText\r\n`;
}

/** The reply to the last thing that was said: to a refused recipient, or to the message. */
async function mail(name: string, from = 'bea@sender.example', localAddress = '127.0.0.1'): Promise<string> {
  const to = `${name}@ann.kauke.test`;
  const data = await outside.sign(message(to));
  const { rcpt, data: end } = await sendMessage({
    port: service.mxPort,
    from,
    to,
    data,
    localAddress,
    timeoutMs: 60_000,
  });
  return (end ?? rcpt[0] ?? '').slice(0, 9);
}

const taken = '250 2.0.0';
const unknown = '550 5.1.1';
const later = '450 4.2.0';

describe('mail to a name that is no alias', () => {
  it('is refused while catch-all is off', async () => {
    expect(await mail('nobody')).toBe(unknown);
  });

  it('makes the alias where a rule says so, and is delivered where the rule says', async () => {
    await putRules([
      { pattern: '*.old', kind: 'glob', action: 'refuse' },
      { pattern: 'shop-[a-z]+(\\..*)?', kind: 'regex', action: 'make', forwardTo: 'shops@home.example' },
      { pattern: 'news*', kind: 'glob', action: 'make' },
    ]);
    await change({ catchAll: 'rules' });
    expect(await mail('Shop-Eu+tag')).toBe(taken);
    expect(await mail('news')).toBe(taken);
    expect(await mail('news.old')).toBe(unknown);
    expect(await mail('other')).toBe(unknown);
    expect(await names()).toEqual(['news', 'shop-eu']);
    expect(sink.messages.map(({ rcptTo }) => rcptTo[0])).toEqual(['shops@home.example', 'ann@home.example']);
    expect(await mail('shop-eu')).toBe(taken);
    expect(await names()).toHaveLength(2);
  });

  it('makes nothing when it does not pass its verdict', async () => {
    const to = 'news-forged@ann.kauke.test';
    const data = message(to).replace('bea@sender.example', 'bea@forged.example');
    const { rcpt, data: end } = await sendMessage({ port: service.mxPort, from: 'bea@forged.example', to, data });
    expect([rcpt[0]?.slice(0, 3), end?.slice(0, 10)]).toEqual(['250', '550 5.7.26']);
    expect(await names()).not.toContain('news-forged');
  });

  it('never brings a deleted name back, be it in the bin or gone from there', async () => {
    const news = (await aliases()).find(({ alias }) => alias === 'news');
    await ann.send('DELETE', `/api/aliases/${news?.id}`);
    expect(await mail('news')).toBe(unknown);
    expect(await ann.send('DELETE', `/api/aliases/${news?.id}/forget`)).toMatchObject({ status: 200 });
    expect(await mail('news')).toBe(unknown);
    expect(await names()).toEqual(['shop-eu']);
    const { body } = await ann.send('POST', `/api/account/domains/${domainId}/rules/test`, { address: 'news' });
    expect(body).toMatchObject({ outcome: 'gone', rule: { index: 2 } });
  });

  it('of which many come at once makes the alias once, and all of it is delivered', async () => {
    const before = sink.messages.length;
    const replies = await Promise.all(Array.from({ length: 12 }, () => mail('news-at-once')));
    expect(new Set(replies)).toEqual(new Set([taken]));
    expect((await names()).filter((name) => name === 'news-at-once')).toHaveLength(1);
    expect(sink.messages.length - before).toBe(12);
  });
});

/** How many rows each table holds. */
function countRows(): Promise<Record<string, number>> {
  return withDomains(service.command, async ({ database: { pool } }) => {
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

/** Names recipients that nobody gave, in one session, and sends no message. @returns how many were accepted. */
async function guess(from: number, count: number): Promise<number> {
  const client = await connectSmtp({ port: service.mxPort, timeoutMs: 60_000 });
  await client.reply();
  await client.command('EHLO guesser.example');
  let accepted = 0;
  for (let done = 0; done < count; done += perMessage) {
    const to = Array.from(
      { length: perMessage },
      (_, index) => `RCPT TO:<guess-${from + done + index}@ann.kauke.test>`,
    );
    await client.send(['MAIL FROM:<>', ...to, 'RSET', ''].join('\r\n'));
    const replies: string[] = [];
    while (replies.length < perMessage + 2) replies.push(await client.reply());
    accepted += replies.slice(1, -1).filter((reply) => reply.startsWith('250')).length;
  }
  client.destroy();
  return accepted;
}

describe('whoever tries out names', () => {
  /** As many as asked for by hand: 100,000 take minutes. */
  const guesses = Number(process.env['GUESSES'] ?? perSession);

  it('leaves no row by naming recipients, however many', { timeout: 600_000 }, async () => {
    await change({ catchAll: 'all' });
    const before = await countRows();
    const sessions = Array.from({ length: guesses / perSession }, (_, index) => index * perSession);
    let accepted = 0;
    while (sessions.length > 0) {
      const together = sessions.splice(0, 4).map((from) => guess(from, perSession));
      accepted += (await Promise.all(together)).reduce((sum, one) => sum + one, 0);
    }
    expect(accepted).toBe(guesses);
    expect(await countRows()).toEqual(before);
  });

  it(
    'makes fifty aliases an hour by 2,000 proven messages, while mail to those there are is delivered',
    { timeout: 300_000 },
    async () => {
      const had = (await names()).length;
      const data = await outside.sign(message('somebody@ann.kauke.test'));
      const delivered = sink.messages.length;
      const replies: string[] = [];
      const send = async (number: number): Promise<void> => {
        const to = `wave-${number}@ann.kauke.test`;
        const localAddress = `127.0.${1 + (number % 200)}.${1 + Math.floor(number / 200)}`;
        const port = service.mxPort;
        const { rcpt, data: end } = await sendMessage({ port, from: 'bea@sender.example', to, data, localAddress });
        replies.push((end ?? rcpt[0] ?? '').slice(0, 9));
      };
      for (let number = 0; number < 2_000; number += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => send(number + index)));
        if (number % 500 === 0) expect(await mail('shop-eu')).toBe(taken);
      }
      // Three were made before, within this hour.
      const made = 47;
      expect(replies.filter((reply) => reply === taken)).toHaveLength(made);
      expect(replies.filter((reply) => reply === later)).toHaveLength(2_000 - made);
      expect(await names()).toHaveLength(had + made);
      expect(sink.messages.length - delivered).toBe(made + 4);
    },
  );

  it('may send to an alias and a new name at once: what cannot be made does not keep the other waiting', async () => {
    const to = ['shop-eu@ann.kauke.test', 'one-more@ann.kauke.test'];
    const data = await outside.sign(message(to.join(', ')));
    const { rcpt, data: end } = await sendMessage({ port: service.mxPort, from: 'bea@sender.example', to, data });
    expect([...rcpt, end].map((reply) => reply?.slice(0, 9))).toEqual(['250 2.1.5', later, taken]);
  });
});

it('no dump of the database names a correspondent or what a rule says', async () => {
  const found = await withDomains(service.command, ({ database }) =>
    searchDatabase(database, ['sender.example', 'shop-[a-z]', 'shops@home.example']),
  );
  expect(found).toEqual([]);
});
