import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDomain, retireDomain } from '#core/domains/domains.ts';
import type { TestMail } from '#support/mail-engine.ts';
import { startOneInbox, type OneInbox } from '#support/one-inbox.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';

let inboxes: OneInbox;
let sink: SmtpSink;
let mail: TestMail;

beforeAll(async () => {
  inboxes = await startOneInbox();
  ({ mail, sink } = inboxes);
});
afterAll(() => inboxes.close());

describe('a retired domain', () => {
  it('goes on to forward for the aliases it has', async () => {
    const alias = await mail.addAlias({ local: 'shop', domain: 'mask.test', targets: ['ann@one.example'] });
    expect(await retireDomain(mail.context, 'mask.test')).toBe('retired');
    await mail.context.domains.reload();
    expect(mail.context.domains.names()).toEqual(['kauke.test']);
    expect(await mail.send(alias.address)).toMatchObject({ code: 250 });
    expect(sink.messages).toMatchObject([{ rcptTo: ['ann@one.example'] }]);
  });

  it('is taken back as it was', async () => {
    const before = mail.context.domains.find('mask.test');
    expect(await addDomain(mail.context, 'mask.test')).toBe('restored');
    await mail.context.domains.reload();
    expect(mail.context.domains.find('mask.test')).toEqual({ ...before, retired: false });
    expect(mail.context.domains.names()).toEqual(['kauke.test', 'mask.test']);
  });
});
