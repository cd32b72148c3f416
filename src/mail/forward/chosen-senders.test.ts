import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SenderFormat } from '#contract/account/formats.ts';
import type { DeliveryRequest, Transport } from '#protocol/smtp-client/transport.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { createTestMail, exampleMessage, type TestMail } from '#support/mail-engine.ts';

let mail: TestMail;
let sent: DeliveryRequest[];

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
});
afterEach(() => mail.close());

it('writers are shown as the owner of the alias chose, and answered at the same address', async () => {
  const alias = await mail.addAlias({ local: 'shown', targets: ['ann@one.example'] });
  const content = exampleMessage('news').replace(/^From:.*$/mu, 'From: Bob <bob@sender.example>');
  const froms: string[] = [];
  for (const senderFormat of ['at', 'bracket', 'name', 'address', 'none'] satisfies SenderFormat[]) {
    await mail.test.database.db.updateTable('users').set({ senderFormat }).execute();
    sent.length = 0;
    await mail.send(alias.address, { content });
    const { fields } = parseMessage(Buffer.concat(sent[0]?.content ?? []));
    froms.push(...fields.filter(({ key }) => key === 'from').map(fieldText));
  }
  const names = froms.map((from) =>
    from
      .replace(/ ?<reply=\w+@[\w.]+>$/u, '')
      .replaceAll('"', '')
      .replace('[unverified]', '')
      .trim(),
  );
  expect(names).toEqual([
    'Bob (bob at sender.example)',
    'Bob - bob(a)sender.example',
    'Bob',
    'bob at sender.example',
    '',
  ]);
  expect(new Set(froms.map((from) => /<(.*)>/u.exec(from)?.[1])).size).toBe(1);
});
