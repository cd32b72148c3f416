import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { operatorReportsResponseSchema, ownReportsResponseSchema } from '#contract/domains/mail-reports.ts';
import { countReport, type DmarcSums, type TlsSums } from '#core/mail-reports/count-reports.ts';
import { readJournal } from '#core/operator-journal.ts';
import { createVisitor } from '#support/api.ts';
import { dayMs } from '#support/core.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { makeOperator } from '#support/make-operator.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { useApi } from '#support/use-api.ts';

const dns = await startDnsServer();
afterAll(() => dns.close());
const test = useApi(3_600_000, dns.address);

const mail: DmarcSums = {
  messages: 10,
  passed: 8,
  dkimAligned: 8,
  spfAligned: 5,
  quarantined: 1,
  rejected: 1,
  ownFailed: 0,
};
const sessions: TlsSums = {
  succeeded: 40,
  starttlsFailed: 0,
  certificateFailed: 2,
  daneFailed: 0,
  stsFailed: 0,
  otherFailed: 0,
};

let reports = 0;

async function report(domainId: string, sums: DmarcSums | TlsSums, { reporter = 'one.example', daysAgo = 1 } = {}) {
  reports += 1;
  const end = test.core.clock.now() - (daysAgo - 1) * dayMs;
  const kind = 'messages' in sums ? 'dmarc' : 'tls';
  const name = { kind, domainId, reporter, id: `report ${reports}`, begin: end - dayMs, end } as const;
  expect(await countReport(test.core, name, sums)).toBe('counted');
}

function dayOf(daysAgo: number): string {
  return new Date(test.core.clock.now() - (daysAgo - 0.5) * dayMs).toISOString().slice(0, 10);
}

it('what others report is told by day: to admins of a domain of its own, to operators of shared ones and all others in one', async () => {
  const { visitor: ann, userId: annId } = await test.register('ann@example.com');
  const { visitor: bob, userId: bobId } = await test.register('bob@example.com');
  const { visitor: operator } = await makeOperator(test, 'op@example.com');
  const anns = await addOwnDomain(test.core, { userId: annId, name: 'ann.example' });
  const bobs = await addOwnDomain(test.core, { userId: bobId, name: 'bob.example' });
  const shared = test.core.domains.all()[0];

  await report(anns.id, mail);
  await report(anns.id, mail, { reporter: 'two.example' });
  await report(anns.id, { ...mail, ownFailed: 2 }, { daysAgo: 3 });
  await report(bobs.id, mail);
  await report(shared?.id ?? '', sessions);

  const read = async () =>
    ownReportsResponseSchema.parse((await ann.send('GET', `/api/account/domains/${anns.id}/reports`)).body);
  const one = { ...mail, day: dayOf(3), reporters: 1, ownFailed: 2 };
  const two = { ...mail, day: dayOf(1), reporters: 2, messages: 20, passed: 16, dkimAligned: 16, spfAligned: 10 };
  const dmarc = [{ ...two, quarantined: 2, rejected: 2 }, one];
  const tlsRecord = { name: '_smtp._tls.ann.example', value: `v=TLSRPTv1; rua=mailto:tls-report@${shared?.name}` };
  expect(await read()).toEqual({ dmarc, tls: [], records: [tlsRecord] });

  // Its own record names our address only once receivers would send there.
  dns.add({ [`ann.example._report._dmarc.${shared?.name}`]: { TXT: ['v=DMARC1;'] } });
  const value = `v=DMARC1; p=quarantine; rua=mailto:dmarc-report@${shared?.name}`;
  expect((await read()).records).toEqual([{ name: '_dmarc.ann.example', value }, tlsRecord]);

  // What stands there keeps all it says, and is not told once it names us.
  dns.add({ '_dmarc.ann.example': { TXT: ['v=DMARC1; p=reject; rua=mailto:me@ann.example; pct=50'] } });
  dns.add({ '_smtp._tls.ann.example': { TXT: [tlsRecord.value] } });
  const merged = `v=DMARC1; p=reject; rua=mailto:me@ann.example,mailto:dmarc-report@${shared?.name}; pct=50`;
  expect((await read()).records).toEqual([{ name: '_dmarc.ann.example', value: merged }]);

  const { domains } = operatorReportsResponseSchema.parse(
    (await operator.send('GET', '/api/operator/mail-reports')).body,
  );
  const tls = [{ ...sessions, day: dayOf(1), reporters: 1 }];
  expect(domains[0]).toEqual({ name: shared?.name, dmarc: [], tls });
  expect(domains[1]).toMatchObject({ name: null, dmarc: [{ messages: 30 }, { messages: 10, ownFailed: 2 }], tls: [] });
  expect(domains).toHaveLength(2);
  expect(JSON.stringify(domains)).not.toMatch(/ann|bob/u);
  expect((await readJournal(test.core, 1)).entries.map(({ act }) => act)).toEqual(['mail_reports_seen']);

  // Makers, strangers and visitors hear what they would of a domain that is nobody's.
  const member = { domainId: anns.id, userId: bobId, role: 'maker' } as const;
  for (const makes of [false, true]) {
    if (makes) await test.core.database.db.insertInto('domainMembers').values(member).execute();
    expect(await bob.send('GET', `/api/account/domains/${anns.id}/reports`)).toMatchObject({ status: 404 });
  }
  expect(await createVisitor(test).send('GET', `/api/account/domains/${anns.id}/reports`)).toMatchObject({
    status: 401,
  });

  await sql`update dmarc_report_days set day = day - 30`.execute(test.core.database.db);
  expect(await read()).toMatchObject({ dmarc: [], tls: [] });
});
