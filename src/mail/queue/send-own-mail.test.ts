import { createPublicKey } from 'node:crypto';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSystemMailer } from '#mail/queue/send-own-mail.ts';
import { searchDatabase } from '#support/database-search.ts';
import type { TestMail } from '#support/mail-engine.ts';
import { startOneInbox, type OneInbox } from '#support/one-inbox.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';

let inboxes: OneInbox;
let sink: SmtpSink;
let mail: TestMail;

beforeEach(async () => {
  inboxes = await startOneInbox();
  ({ mail, sink } = inboxes);
});

afterEach(() => inboxes.close());

const confirmation = {
  recipient: 'ann@one.example',
  subject: 'Bitte bestätigen Sie Ihre Adresse – für das sehr lange Wort Donaudampfschifffahrtsgesellschaft',
  text: 'Öffnen Sie:\nhttps://mask.example/confirm#abc=def\n.\n',
  html: `<p>Öffnen Sie <a href="https://mask.example/confirm#abc=def">${'das hier '.repeat(200)}</a></p>`,
  userId: null,
};

function encodingsOf(raw: Buffer): string[] {
  return Array.from(raw.toString('latin1').matchAll(/^Content-Transfer-Encoding: (.*)$/gm), ([, name = '']) => name);
}

describe('createSystemMailer', () => {
  it('leaves ASCII in short lines as it is, and a link in one piece', async () => {
    const link = `https://mask.example/confirm#${'a=b'.repeat(14)}`;
    const text = `Open this link:\n\n${link}\n`;
    await createSystemMailer(mail.context).send({ ...confirmation, subject: 'Confirm', text, html: `<p>${link}</p>` });
    mail.worker();
    const [message] = await sink.waitForMessages(1);
    const raw = message?.raw ?? Buffer.alloc(0);
    expect(encodingsOf(raw)).toEqual(['7bit', '7bit']);
    expect(raw.toString('latin1')).toContain(text.replaceAll('\n', '\r\n'));
  });

  it('arrives with both texts unharmed, signed by the first domain and marked as automatic', async () => {
    await createSystemMailer(mail.context).send(confirmation);
    mail.worker();
    const [message] = await sink.waitForMessages(1);
    await mail.drained();
    const raw = message?.raw ?? Buffer.alloc(0);
    const parsed = await PostalMime.parse(raw);
    expect(parsed.subject).toBe(confirmation.subject);
    expect(parsed.text?.replaceAll('\r\n', '\n').trimEnd()).toBe(confirmation.text.trimEnd());
    expect(parsed.html?.trimEnd()).toBe(confirmation.html);
    expect(parsed.from).toMatchObject({ name: 'Kauke', address: 'postmaster@kauke.test' });
    expect(parsed.to?.[0]?.address).toBe('ann@one.example');
    expect(parsed.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
    expect(message?.mailFrom).toBe('postmaster@kauke.test');
    const bodyLines = raw.subarray(raw.indexOf('\r\n\r\n')).toString().split('\r\n');
    expect(Math.max(...bodyLines.map((line) => line.length))).toBeLessThanOrEqual(76);
    expect(raw.every((octet) => octet < 0x80)).toBe(true);
    expect(encodingsOf(raw)).toEqual(['quoted-printable', 'quoted-printable']);

    const domain = mail.context.domains.find('kauke.test');
    if (domain === null) throw new Error('no domain');
    const publicKey = createPublicKey(domain.key).export({ type: 'spki', format: 'der' }).toString('base64');
    const resolver = async (name: string) => {
      expect(name).toBe(`${domain.selector}._domainkey.kauke.test`);
      return [[`v=DKIM1; k=rsa; p=${publicKey}`]];
    };
    const { results } = await dkimVerify(raw, { resolver });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);
  });

  it('names its recipient nowhere while it waits', async () => {
    await createSystemMailer(mail.context).send(confirmation);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });
    const secrets = ['ann@one.example', confirmation.text, 'mask.example/confirm'];
    expect(await searchDatabase(mail.test.database, secrets)).toEqual([]);
  });
});
