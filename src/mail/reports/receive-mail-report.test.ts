import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeOldMailReports } from '#core/mail-reports/count-reports.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { aggregateRecord, aggregateXml, reportMessage, tlsJson, yesterday, zipOf } from '#support/mail-reports.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const dayMs = 24 * 60 * 60 * 1000;

let sink: SmtpSink;
let mail: TestMail;
let reporter: OutsideSender;
let now: number;

beforeAll(async () => {
  sink = await startSmtpSink();
  mail = await createTestMail({ transport: createSinkTransport({ 'inbox.example': sink.port }) });
  reporter = createOutsideSender(mail.dns, 'reporter.example', { policy: 'reject' });
  mail.dns.add({ 'mx.kauke.test': { A: ['192.0.2.25'] } });
});
beforeEach(async () => {
  now = mail.context.clock.now();
  const { db } = mail.context.database;
  await db.deleteFrom('dmarcReportDays').execute();
  await db.deleteFrom('tlsReportDays').execute();
  await db.deleteFrom('mailReportsSeen').execute();
});
afterAll(async () => {
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

interface Attachment {
  readonly type?: string;
  readonly name?: string;
  readonly octets: Buffer | string;
}

const gzip = { type: 'application/gzip', name: 'reporter.example!kauke.test!1!2.xml.gz' };

/** What its author hears is always the same. */
async function report(
  { type = gzip.type, name = gzip.name, octets }: Attachment,
  { as = reporter, signed = true, to = 'dmarc-report@kauke.test' } = {},
): Promise<void> {
  const from = `noreply@${as.domain}`;
  const content = reportMessage(from, { type, name, octets });
  const reply = await mail.send(to, { from, content: signed ? await as.sign(content) : content });
  expect(reply).toEqual(signed ? smtpReplies.messageAccepted : smtpReplies.refusedByDmarc);
}

async function dmarcDays() {
  const rows = await mail.context.database.db
    .selectFrom('dmarcReportDays')
    .innerJoin('domains', 'domains.id', 'dmarcReportDays.domainId')
    .select([
      'name',
      'reports',
      'messages',
      'passed',
      'dkimAligned',
      'spfAligned',
      'quarantined',
      'rejected',
      'ownFailed',
    ])
    .orderBy('name')
    .execute();
  return rows.map(({ name, reports, ...sums }) => [name, reports, ...Object.values(sums).map(Number)]);
}

async function tlsDays() {
  const rows = await mail.context.database.db
    .selectFrom('tlsReportDays')
    .innerJoin('domains', 'domains.id', 'tlsReportDays.domainId')
    .select(['name', 'reports', 'succeeded', 'certificateFailed', 'stsFailed', 'otherFailed'])
    .orderBy('name')
    .execute();
  return rows.map(({ name, reports, ...sums }) => [name, reports, ...Object.values(sums).map(Number)]);
}

const counted = ['kauke.test', 1, 5, 5, 5, 5, 0, 0, 0];

describe('a DMARC report at the address for them', () => {
  it('is added to the sums of its day, once, and goes to nobody', async () => {
    const records = [
      aggregateRecord('198.51.100.9', 10, { spf: 'fail' }),
      aggregateRecord('203.0.113.4', 3, { dkim: 'fail', spf: 'fail', disposition: 'reject' }),
      aggregateRecord('::ffff:192.0.2.25', 2, { dkim: 'fail', spf: 'fail', disposition: 'quarantine' }),
    ];
    await report({ octets: gzipSync(aggregateXml(now, { records })) });
    await report({ octets: gzipSync(aggregateXml(now, { records })) });
    expect(await dmarcDays()).toEqual([['kauke.test', 1, 15, 10, 10, 0, 2, 3, 2]]);
    await report({ octets: gzipSync(aggregateXml(now, { id: 'r-2' })) });
    expect(await dmarcDays()).toEqual([['kauke.test', 2, 20, 15, 15, 5, 2, 3, 2]]);
    const { rows } = await sql`select day::text from dmarc_report_days`.execute(mail.context.database.db);
    expect(rows).toEqual([{ day: new Date(yesterday(now)).toISOString().slice(0, 10) }]);
    expect(sink.messages).toEqual([]);
  });

  it.each([
    [
      'in an archive',
      () => ({ type: 'application/zip', name: 'a.zip', octets: zipOf({ 'a.xml': aggregateXml(now) }) }),
    ],
    ['as it is', () => ({ type: 'text/xml', name: 'a.xml', octets: aggregateXml(now) })],
    ['under a name alone', () => ({ type: 'application/octet-stream', octets: gzipSync(aggregateXml(now)) })],
  ])('may come %s', async (_name, attachment) => {
    await report(attachment());
    expect(await dmarcDays()).toEqual([counted]);
  });

  it.each([
    ['a bomb in gzip', () => ({ octets: gzipSync(Buffer.alloc(64 * 1024 * 1024, ' ')) })],
    ['a bomb in an archive', () => ({ name: 'a.zip', octets: zipOf({ 'a.xml': ' '.repeat(16 * 1024 * 1024) }) })],
    ['what is packed twice', () => ({ octets: gzipSync(gzipSync(aggregateXml(now))) })],
    ['an archive of two', () => ({ name: 'a.zip', octets: zipOf({ 'a.xml': aggregateXml(now), 'b.xml': 'x' }) })],
    ['what is cut off', () => ({ octets: gzipSync(aggregateXml(now)).subarray(0, -30) })],
    [
      'an archive that is cut off',
      () => ({ name: 'a.zip', octets: zipOf({ 'a.xml': aggregateXml(now) }).subarray(0, -9) }),
    ],
    [
      'entities',
      () => ({
        octets: `<!DOCTYPE feedback [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${aggregateXml(now, { id: '&b;' })}`,
      }),
    ],
    ['about a domain of others', () => ({ octets: aggregateXml(now, { domain: 'other.example' }) })],
    ['about tomorrow', () => ({ octets: aggregateXml(now, { begin: now + dayMs }) })],
    ['about long ago', () => ({ octets: aggregateXml(now, { begin: now - 15 * dayMs }) })],
    [
      'more mail than there is',
      () => ({
        octets: aggregateXml(now, {
          records: Array.from({ length: 11 }, () => aggregateRecord('192.0.2.1', 100_000_000)),
        }),
      }),
    ],
    ['nothing at all', () => ({ name: 'photo.jpg', type: 'image/jpeg', octets: 'x' })],
  ])('says nothing with %s', async (_name, attachment) => {
    await report(attachment());
    expect(await dmarcDays()).toEqual([]);
  });

  it('counts only from whoever is proven to write it, and never from here', async () => {
    const octets = gzipSync(aggregateXml(now));
    await report({ octets }, { signed: false });
    await report({ octets }, { as: createOutsideSender(mail.dns, 'no-policy.example', {}) });
    const { userId } = await mail.addAlias({ local: 'liar', targets: ['liar@inbox.example'] });
    await addOwnDomain(mail.context, { userId, name: 'liar.example' });
    await report({ octets }, { as: createOutsideSender(mail.dns, 'liar.example', { policy: 'reject' }) });
    expect(await dmarcDays()).toEqual([]);
  });

  it('keeps reporters apart, who can neither use the numbers of others nor report without end', async () => {
    const other = createOutsideSender(mail.dns, 'other-reporter.example', { policy: 'none' });
    await report({ octets: gzipSync(aggregateXml(now)) }, { as: other });
    await report({ octets: gzipSync(aggregateXml(now)) });
    expect(await dmarcDays()).toEqual([counted, counted]);
    for (let id = 2; id <= 50; id += 1) await report({ octets: aggregateXml(now, { id: `r-${id}` }), name: 'a.xml' });
    expect(new Set((await dmarcDays()).map(([, reports]) => reports))).toEqual(new Set([1, 48]));
  });

  it('is about domains of accounts, too, as far as they are proven', async () => {
    const { userId } = await mail.addAlias({ local: 'owner', targets: ['owner@inbox.example'] });
    await addOwnDomain(mail.context, { userId, name: 'own.example' });
    await addOwnDomain(mail.context, { userId, name: 'unproven.example', state: 'unverified' });
    await report({ octets: aggregateXml(now, { domain: 'own.example' }), name: 'a.xml' });
    await report({ octets: aggregateXml(now, { domain: 'unproven.example' }), name: 'a.xml' });
    expect(await dmarcDays()).toEqual([['own.example', ...counted.slice(1)]]);
  });

  it('is forgotten after 90 days', async () => {
    await report({ octets: gzipSync(aggregateXml(now)) });
    const after = (days: number) => ({
      ...mail.context,
      clock: { ...mail.context.clock, now: () => now + days * dayMs },
    });
    await removeOldMailReports(after(88));
    expect(await dmarcDays()).toEqual([counted]);
    await removeOldMailReports(after(91));
    expect(await dmarcDays()).toEqual([]);
    expect(await mail.context.database.db.selectFrom('mailReportsSeen').selectAll().execute()).toEqual([]);
  });
});

describe('a TLS report', () => {
  const attachment = { type: 'application/tlsrpt+gzip', name: 'reporter.example!kauke.test!1!2.json.gz' };

  it('is added up for each domain it is about', async () => {
    const failures = { 'certificate-expired': 2, 'sts-policy-fetch-error': 1 };
    const octets = gzipSync(
      tlsJson(now, { domains: ['kauke.test', 'mask.test', 'other.example', 'kauke.test'], failures }),
    );
    await report({ ...attachment, octets }, { to: 'tls-report@kauke.test' });
    await report({ ...attachment, octets }, { to: 'TLS-Report+tag@mask.test' });
    expect(await tlsDays()).toEqual([
      ['kauke.test', 1, 20, 4, 2, 0],
      ['mask.test', 1, 10, 2, 1, 0],
    ]);
  });

  it('counts only with a signature', async () => {
    const bySpf = createOutsideSender(mail.dns, 'by-spf.example', { policy: 'reject', addresses: ['192.0.2.7'] });
    const unsigned: OutsideSender = { ...bySpf, sign: async (content) => Buffer.from(content) };
    await report({ ...attachment, octets: tlsJson(now) }, { as: unsigned });
    expect(await tlsDays()).toEqual([]);
    await report({ octets: aggregateXml(now) }, { as: unsigned });
    expect(await dmarcDays()).toEqual([counted]);
  });
});

it('the addresses for reports are those of shared domains alone, and no alias', async () => {
  const { userId } = await mail.addAlias({ local: 'holder', targets: ['holder@inbox.example'] });
  await addOwnDomain(mail.context, { userId, name: 'mine.example' });
  expect(await mail.send('dmarc-report@mine.example')).toEqual(smtpReplies.unknownRecipient);
  expect(await mail.send('dmarc-report@elsewhere.example')).toEqual(smtpReplies.notOurDomain);
});

it('a message for an alias, too, reaches it', async () => {
  const alias = await mail.addAlias({ local: 'beside', targets: ['beside@inbox.example'] });
  const from = `noreply@${reporter.domain}`;
  const content = await reporter.sign(reportMessage(from, { ...gzip, octets: gzipSync(aggregateXml(now)) }));
  const before = sink.messages.length;
  expect(await mail.send(['dmarc-report@kauke.test', alias.address], { from, content })).toMatchObject({ code: 250 });
  expect(await dmarcDays()).toEqual([counted]);
  expect(sink.messages.slice(before).map(({ rcptTo }) => rcptTo)).toEqual([['beside@inbox.example']]);
});
