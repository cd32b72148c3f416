import { beforeAll, describe, expect, it } from 'vitest';
import { findField } from '#protocol/message/header-fields.ts';
import { readAggregate } from '#protocol/reports/read-aggregate.ts';
import { readXml } from '#protocol/reports/read-xml.ts';
import { searchDatabase } from '#support/database-search.ts';
import { exampleMessage } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';
import { reportedRow as row, useReportWorld } from '#support/report-world.ts';

const world = useReportWorld(['sender.example', 'collector.example', 'victim.example', 'other.example']);
let bob: OutsideSender;
beforeAll(() => {
  bob = createOutsideSender(world.mail.dns, 'sender.example', { policy: 'reject', addresses: ['192.0.2.7'] });
});

const nothingWaits = { messages: 0, deliveries: 0 };

/** The elements of a report in the order in which they end. */
function orderOf(xml: string): string[] {
  return [...readXml(xml)].map((element) => (element === 'broken' ? element : element.path.replace('feedback/', '')));
}

/** An alias that is live and one that is paused get mail that is proven, the first one also what is forged. */
async function writeMail(): Promise<void> {
  const { mail, context } = world;
  const live = await mail.addAlias({ local: 'shop', targets: ['ann@inbox.example'] });
  const paused = await mail.addAlias({ local: 'quiet', targets: ['ann@inbox.example'], active: false });
  const from = 'bob@sender.example';
  for (const { address } of [live, paused])
    await mail.send(address, { from, content: await bob.sign(exampleMessage(address)), context });
  const forged = { from: 'x@attacker.test', content: exampleMessage('forged'), context };
  expect((await mail.send(live.address, forged)).code).toBe(550);
}

describe('an aggregate report', () => {
  it('tells the owner of a domain of mail in its name, and nothing of whom it was for', async () => {
    const { mail } = world;
    world.publish(
      'sender.example',
      'mailto:dmarc@sender.example!10m',
      'mailto:them@collector.example',
      'mailto:ann@victim.example',
    );
    mail.dns.add({
      'sender.example._report._dmarc.collector.example': { TXT: ['v=DMARC1; rua=mailto:inbox@collector.example'] },
    });
    await writeMail();
    await world.writeOut();
    expect(await world.countRows()).toEqual([
      { kind: 'dmarc', count: '1' },
      { kind: 'dmarc', count: '2' },
    ]);
    expect(await searchDatabase(mail.test.database, ['sender.example', '192.0.2.7', 'attacker.test'])).toEqual([]);

    // The day is not over.
    await world.sendDue();
    expect(await mail.waiting()).toEqual(nothingWaits);
    world.nextDay();
    const sent = await world.sendReports(2);
    expect(sent.flatMap(({ rcptTo }) => rcptTo).toSorted()).toEqual([
      'dmarc@sender.example',
      'inbox@collector.example',
    ]);
    expect(sent.map(({ mailFrom }) => mailFrom)).toEqual(['', '']);
    expect(await world.countRows()).toEqual([]);
    expect(new Set(sent.map(({ message }) => findField(message.fields, 'message-id'))).size).toBe(1);
    for (const { message, opened } of sent) {
      expect(findField(message.fields, 'dkim-signature')).toContain('d=kauke.test');
      expect(findField(message.fields, 'from')).toBe('Kauke <dmarc-report@kauke.test>');
      expect(findField(message.fields, 'auto-submitted')).toBe('auto-generated');
      expect(findField(message.fields, 'subject')).toMatch(
        /^Report Domain: sender\.example Submitter: kauke\.test Report-ID: <[\da-f]{24}@kauke\.test>$/,
      );
      const file = /filename="kauke\.test!sender\.example!\d{10}!\d{10}![\da-f]{24}\.xml\.gz"/;
      expect(message.body.toString()).toMatch(file);
      const report = await readAggregate(opened.text);
      expect(report).toMatchObject({ domain: 'sender.example' });
      expect(report?.rows.toSorted((a, b) => a.count - b.count)).toEqual([
        { sourceIp: '192.0.2.7', count: 1, disposition: 'reject', dkim: false, spf: false },
        { sourceIp: '192.0.2.7', count: 2, disposition: 'none', dkim: true, spf: true },
      ]);
      expect(opened.text).not.toMatch(/shop|quiet|inbox\.example|attacker|bob@/);
    }
    // What was sent is not sent again.
    await world.sendDue();
    expect(await mail.waiting()).toEqual(nothingWaits);
  });

  it('has the form of RFC 9990, whatever others put into their names', async () => {
    world.publish('other.example', 'mailto:dmarc@other.example');
    world.rows.dmarc({ ...row, reason: 'local_policy' });
    await world.writeOut();
    world.nextDay();
    const [sent] = await world.sendReports(1);
    const { text = '' } = sent?.opened ?? {};
    expect(text).toContain('<selector>s&lt;1&gt;</selector>');
    expect(text).toContain('<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0">');
    const names = (parent: string, ...children: readonly string[]) => [
      ...children.map((one) => `${parent}/${one}`),
      parent,
    ];
    expect(orderOf(text)).toEqual([
      'version',
      'report_metadata/org_name',
      'report_metadata/email',
      'report_metadata/report_id',
      ...names('report_metadata/date_range', 'begin', 'end'),
      'report_metadata/generator',
      'report_metadata',
      ...names('policy_published', 'domain', 'discovery_method', 'p', 'sp', 'np', 'adkim', 'aspf', 'testing'),
      'record/row/source_ip',
      'record/row/count',
      'record/row/policy_evaluated/disposition',
      'record/row/policy_evaluated/dkim',
      'record/row/policy_evaluated/spf',
      ...names('record/row/policy_evaluated/reason', 'type'),
      'record/row/policy_evaluated',
      'record/row',
      ...names('record/identifiers', 'header_from'),
      ...names('record/auth_results/dkim', 'domain', 'selector', 'result'),
      ...names('record/auth_results/spf', 'domain', 'scope', 'result'),
      'record/auth_results',
      'record',
      'feedback',
    ]);
  });

  it.each([
    ['an alias or a report address of ours', 'd1.example', ['mailto:shop@kauke.test', 'mailto:dmarc-report@mask.test']],
    ['somebody who does not let it', 'd2.example', ['mailto:ann@victim.example']],
    ['an address that another one takes elsewhere', 'd3.example', ['mailto:ann@redirect.example']],
    ['where less than its size is taken', 'd4.example', ['mailto:dmarc@d4.example!100']],
    ['no mailbox', 'd5.example', ['https://d5.example/report']],
  ])('goes nowhere where it would go to %s', async (_name, domain, rua) => {
    world.publish(domain, ...rua);
    world.mail.dns.add({
      'd3.example._report._dmarc.redirect.example': { TXT: ['v=DMARC1; rua=mailto:ann@victim.example'] },
    });
    world.rows.dmarc({ ...row, domain });
    await world.writeOut();
    world.nextDay();
    await world.sendDue();
    expect(await world.mail.waiting()).toEqual(nothingWaits);
    expect(await world.countRows()).toEqual([]);
  });

  it.each([
    ['one organisation, whose fault it is', ['hidden.example'], 0],
    ['most, so that it is ours', ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}-hidden.example`), 1],
  ])('waits while DNS hides where it goes, and is given up: of %s', async (_name, hidden, told) => {
    const { mail } = world;
    for (const domain of hidden) {
      mail.dns.add({ [`_dmarc.${domain}`]: 'servfail' });
      world.rows.dmarc({ ...row, domain });
    }
    await world.writeOut();
    world.nextDay();
    await world.sendDue();
    expect(await world.countRows()).toHaveLength(hidden.length);
    // At most one mail, to the operator.
    expect((await mail.waiting()).messages).toBe(told);
    for (const _day of [2, 3, 4]) world.nextDay();
    await world.sendDue();
    expect(await world.countRows()).toEqual([]);
    const worker = mail.worker();
    await mail.drained();
    await worker.stop(0);
  });

  it('is about so many rows of a domain, however many servers send in its name', async () => {
    for (let at = 0; at < 1_200; at += 1)
      world.rows.dmarc({ ...row, sourceIp: `10.0.${Math.floor(at / 250)}.${at % 250}` });
    await world.writeOut();
    expect(await world.countRows()).toHaveLength(1_000);
    world.rows.dmarc({ ...row, sourceIp: '10.9.9.9' });
    await world.writeOut();
    expect(await world.countRows()).toHaveLength(1_000);
    // The operator switches it off: nothing of it is kept.
    await world.sendDue({ dmarc: false, tls: true });
    expect(await world.countRows()).toEqual([]);
  });
});
