import { expect, it } from 'vitest';
import { makeNextKey, removeLastKeys, switchKeys } from '#core/domains/domain-keys.ts';
import { signMail } from '#mail/rewrite/sign-mail.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { systemClock } from '#platform/clock.ts';
import { createBodyHashes } from '#protocol/dkim/body-hashes.ts';
import { joinHeader } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { publishedKeys, signaturesOf } from '#support/domain-signatures.ts';
import { createTestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink } from '#support/smtp-sink.ts';

it('DKIM keys that signed last are known until nothing needs them, and then erased', async () => {
  const target = await startSmtpSink();
  const transport = createSinkTransport({ 'office.example': target.port });
  const mail = await createTestMail({ transport });
  const { context } = mail;
  const shop = await mail.addAlias({ local: 'shop', targets: ['ann@office.example'] });
  const [domain] = context.domains.all();
  if (domain === undefined) throw new Error('no domain');
  target.setScript({ onMail: () => ({ code: 451, text: '4.2.0 Later' }) });
  expect((await mail.send(shop.address)).code).toBe(250);
  await makeNextKey(context, domain);
  await switchKeys(context, domain);
  await context.domains.reload();
  const records = publishedKeys(context.domains.all());
  target.setScript({});
  expect((await mail.send(shop.address)).code).toBe(250);
  mail.worker();
  await mail.drained();
  const found = await Promise.all((await target.waitForMessages(2)).map(({ raw }) => signaturesOf(raw, records)));
  expect(found.flat().toSorted()).toEqual(['k1 pass', 'k2 pass']);

  // What one of our aliases wrote to another, signed before the keys changed.
  const octets = Buffer.from('From: other@kauke.test\r\nTo: shop@kauke.test\r\nSubject: hi\r\n\r\nhi\r\n');
  const { fields, body } = parseMessage(octets);
  const bodyHash = createBodyHashes(body).sha256('relaxed');
  const header = await signMail(
    { ...domain, ed25519: null },
    { header: joinHeader(fields), bodyHash, now: new Date() },
  );
  const content = Buffer.concat([header, Buffer.from('\r\n'), body]);
  expect((await mail.send(shop.address, { content, from: 'other@kauke.test' })).code).toBe(250);
  await removeLastKeys(context);
  await context.domains.reload();
  expect(context.domains.find('kauke.test')?.spare).not.toBeNull();
  await removeLastKeys({ ...context, clock: { now: () => systemClock.now() + 11 * 86_400_000 } });
  await context.domains.reload();
  expect(context.domains.find('kauke.test')?.spare).toBeNull();
  expect(await mail.send(shop.address, { content, from: 'other@kauke.test' })).toEqual(smtpReplies.forgedFrom);
  await transport.close();
  await mail.close();
  await target.stop();
});
