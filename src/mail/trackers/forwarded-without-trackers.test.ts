import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createOutsideSender, type OutsideSender } from '#support/outside-sender.ts';

let mail: TestMail;
let bob: OutsideSender;
let sent: DeliveryRequest[];

/** Takes everything, webhooks too. */
const keeper: Transport = {
  destinationOf: (rcptTo) => rcptTo,
  attempt: (message) => {
    sent.push(message);
    return { outcome: Promise.resolve({ kind: 'delivered' }), pastFinalDot: () => true, stop: () => {} };
  },
  close: async () => {},
};

beforeEach(async () => {
  sent = [];
  mail = await createTestMail({ transport: keeper });
  bob = createOutsideSender(mail.dns, 'sender.example', { policy: 'reject', addresses: ['192.0.2.7'] });
});
afterEach(() => mail.close());

const inbox = 'ann@one.example';
const hook = 'https://hooks.example/in';

function raw(rcptTo: string): Buffer {
  const found = sent.filter((message) => message.rcptTo === rcptTo);
  expect(found).toHaveLength(1);
  return Buffer.concat(found[0]?.content ?? []);
}

function values(octets: Buffer, key: string): string[] {
  return parseMessage(octets)
    .fields.filter((field) => field.key === key)
    .map(fieldText);
}

async function change({ aliasId }: TestAlias, to: { transparent?: boolean; removeTrackers: boolean }): Promise<void> {
  await mail.test.database.db.updateTable('aliases').set(to).where('id', '=', aliasId).execute();
}

describe('an alias without trackers', () => {
  const pixel = '<img src="https://t.sender.example/open" width="1" height="1">';
  const html = (tracker: string): string =>
    exampleMessage('news').replace(/\r\n\r\n[^]*/, `\r\nContent-Type: text/html\r\n\r\n<p>\t News${tracker}</p>\r\n`);

  it('gets the body without them, beside one that gets it as it came, and so does its webhook', async () => {
    const clean = await mail.addAlias({ local: 'clean', targets: [inbox, hook] });
    const other = await mail.addAlias({ local: 'other', targets: ['bob@two.example'] });
    await change(clean, { removeTrackers: true });
    const content = Buffer.from(html(pixel));
    await mail.send([clean.address, other.address], { content });
    const { body } = parseMessage(content);
    expect(parseMessage(raw(inbox)).body.toString()).toBe(body.toString().replace(pixel, ''));
    expect(parseMessage(raw('bob@two.example')).body).toEqual(body);
    expect(parseMessage(raw(hook)).body).toEqual(body);
  });

  it('is transparent only where nothing had to go', async () => {
    const alias = await mail.addAlias({ local: 'open', targets: [inbox] });
    await change(alias, { transparent: true, removeTrackers: true });
    await mail.send(alias.address, { content: await bob.sign(html('')) });
    expect(values(raw(inbox), 'from')[0]).not.toContain('reply=');
    sent.length = 0;
    await mail.send(alias.address, { content: await bob.sign(html(pixel)) });
    expect(values(raw(inbox), 'from')[0]).toContain('reply=');
    expect(raw(inbox).toString()).not.toContain('t.sender.example');
  });
});
