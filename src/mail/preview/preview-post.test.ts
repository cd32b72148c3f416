import { describe, expect, it } from 'vitest';
import { createPreviewInbox } from '#mail/preview/preview-inbox.ts';
import { createPreviewPost } from '#mail/preview/preview-post.ts';
import { createPreviewProvider } from '#mail/preview/preview-provider.ts';
import { systemClock as clock } from '#platform/clock.ts';
import { systemRandom as random } from '#platform/random.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';

const nowhere = { host: '127.0.0.1', port: 1 };

async function startPost(rcptTo: string, header: string) {
  const inbox = createPreviewInbox({ clock, random, capacity: 10, maxBytes: 1_000_000 });
  const content = [Buffer.from(`${header}\r\n\r\nbody\r\n`)];
  inbox.attempt({ deliveryId: random.uuid(), targetId: null, mailFrom: '', rcptTo, content, smtpUtf8: false });
  const provider = createPreviewProvider({ clock, random });
  const isOurs = async (domain: string) => domain === 'kauke.test';
  const post = createPreviewPost({ inbox, provider, server: nowhere, isOurs, clock, random });
  return { post, id: (await inbox.list())[0]?.id ?? '' };
}

describe('what is written in the preview', () => {
  it.each([
    ['to somebody elsewhere', 'ann@home.example', 'From: bob@elsewhere.example'],
    ['to somebody elsewhere whom Reply-To names', 'ann@home.example', 'From: a@kauke.test\r\nReply-To: b@c.example'],
    ['to nobody', 'ann@home.example', 'Subject: x'],
    ['from an address that no envelope takes', '"a b"@home.example', 'From: shoes@kauke.test'],
    ['to a header beyond our limits', 'ann@home.example', `From: shoes@kauke.test\r\nX: ${'x'.repeat(3_000_000)}`],
  ])('is no reply %s', async (_title, rcptTo, header) => {
    const { post, id } = await startPost(rcptTo, header);
    expect(await post.replyTo(id)).toBeNull();
    expect(await post.reply(id, 'x')).toBeNull();
  });

  it('says when our own server does not answer', async () => {
    const { post, id } = await startPost('ann@home.example', 'From: shoes@kauke.test');
    const unreached = { accepted: false, fault: 'unreachable', reply: '' };
    expect(await post.replyTo(id)).toBe('shoes@kauke.test');
    expect(await post.reply(id, 'x')).toEqual(unreached);
    expect(await post.sendTest('shoes@kauke.test')).toEqual(unreached);
  });

  it('waits in a short line, beyond which nothing is taken', async () => {
    const { post } = await startPost('ann@home.example', 'From: shoes@kauke.test');
    const posted = await Promise.all(Array.from({ length: 100 }, () => post.sendTest('shoes@kauke.test')));
    expect(posted.every(({ accepted }) => !accepted)).toBe(true);
  });
});

it('the key of one preview is in the DNS of that preview alone, under a name nobody could know', async () => {
  const resolver = createResolver({ servers: ['127.0.0.1:1'], timeoutMs: 100, clock, random });
  const [one, two] = [createPreviewProvider({ clock, random }), createPreviewProvider({ clock, random })];
  const signed = (await one.sign('ann@home.example', Buffer.from('From: ann@home.example\r\n\r\nx\r\n'))).toString();
  const selector = /s=(preview-[\w-]{36});/u.exec(signed)?.[1] ?? '';
  const name = `${selector}._domainkey.home.example`;
  expect(await one.publishIn(resolver).txt(name)).toMatchObject({ kind: 'found' });
  expect(await two.publishIn(resolver).txt(name)).toEqual({ kind: 'trouble' });
  expect(await one.publishIn(resolver).txt('_dmarc.home.example')).toEqual({ kind: 'trouble' });
});
