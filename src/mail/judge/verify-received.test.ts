import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { exampleMessage, type TestAlias, type TestMail, type TestContext } from '#support/mail-engine.ts';
import { startOneInbox, type OneInbox } from '#support/one-inbox.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';

let inboxes: OneInbox;
let sink: SmtpSink;
let mail: TestMail;
let alias: TestAlias;
/** Another process, which refuses what nobody vouches for. */
let strict: TestContext;

beforeEach(async () => {
  inboxes = await startOneInbox();
  ({ mail, sink } = inboxes);
  alias = await mail.addAlias({ local: 'shop', targets: ['ann@one.example'] });
  strict = await mail.another({ settings: { unauthenticatedMail: 'refuse' } });
});
afterEach(() => inboxes.close());

/** The sender's SPF record; the client of all tests is 192.0.2.7. */
function publish(spf: string, dmarc?: string): void {
  mail.dns.add({ 'sender.example': { TXT: [spf] } });
  if (dmarc !== undefined) mail.dns.add({ '_dmarc.sender.example': { TXT: [dmarc] } });
}
function send(context: TestContext, content = exampleMessage('one')) {
  return mail.send(alias.address, { content, context });
}
function forwardedFrom(): string {
  return /^From: .*(?:\r\n[ \t].*)*/m.exec(String(sink.messages.at(-1)?.raw))?.[0] ?? '';
}

describe('verifyReceived', () => {
  it('lets proven mail through without a mark', async () => {
    publish('v=spf1 ip4:192.0.2.7 -all', 'v=DMARC1; p=reject');
    expect(await send(strict)).toEqual(smtpReplies.messageAccepted);
    expect(forwardedFrom()).toContain('Bob Builder');
    expect(forwardedFrom()).not.toContain('unverified');
  });

  it('refuses mail that nobody vouches for, or forwards it with a mark', async () => {
    publish('v=spf1 -all');
    expect(await send(strict)).toEqual(smtpReplies.unauthenticated);
    expect(sink.messages).toHaveLength(0);
    expect(await send(mail.context)).toEqual(smtpReplies.messageAccepted);
    expect(forwardedFrom()).toContain('[unverified]');
  });

  it('refuses what the owner of the From domain wants refused, even where other mail is only marked', async () => {
    publish('v=spf1 -all', 'v=DMARC1; p=reject');
    expect(await send(mail.context)).toEqual(smtpReplies.refusedByDmarc);
    expect(sink.messages).toHaveLength(0);
  });

  it('asks to come again while DNS is in trouble, and takes the message when it is back', async () => {
    mail.dns.add({ 'sender.example': 'servfail' });
    expect(await send(strict)).toEqual(smtpReplies.cannotAuthenticate);
    expect(sink.messages).toHaveLength(0);
    expect(await mail.waiting()).toEqual({ messages: 0, deliveries: 0 });
    publish('v=spf1 ip4:192.0.2.7 -all');
    await expect.poll(() => send(strict)).toEqual(smtpReplies.messageAccepted);
    expect(sink.messages).toHaveLength(1);
  });
});

describe('verifyReceived with Rspamd', () => {
  let rspamd: Server;
  let action = 'no action';
  let context: TestContext;
  beforeEach(async () => {
    rspamd = createServer((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify({ action })));
    });
    rspamd.listen(0, '127.0.0.1');
    await once(rspamd, 'listening');
    const origin = `http://127.0.0.1:${(rspamd.address() as AddressInfo).port}`;
    context = await mail.another({ settings: { rspamd: { origin, password: null } } });
  });
  afterEach(async () => {
    rspamd.closeAllConnections();
    rspamd.close();
    await once(rspamd, 'close');
  });

  it('refuses what it rejects, marks what it calls spam, and leaves the rest alone', async () => {
    action = 'reject';
    expect(await send(context)).toEqual(smtpReplies.spam);
    expect(sink.messages).toHaveLength(0);
    action = 'add header';
    expect(await send(context)).toEqual(smtpReplies.messageAccepted);
    expect(String(sink.messages.at(-1)?.raw)).toContain('\r\nX-Spam-Flag: YES\r\n');
    action = 'no action';
    expect(await send(context)).toEqual(smtpReplies.messageAccepted);
    expect(String(sink.messages.at(-1)?.raw)).not.toContain('X-Spam-Flag');
  });
});
