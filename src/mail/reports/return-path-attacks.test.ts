import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import { bob, inbox, note, withReturnPaths, type Answered, type ReturnPaths } from '#support/return-paths.ts';

/** What somebody could make of a return path that names a correspondent. */

let paths: ReturnPaths;
let alias: TestAlias;
withReturnPaths(async (given, made) => {
  [paths, alias] = [given, made];
  await paths.letOut(alias, true);
});

const nothing: Answered = { reply: smtpReplies.messageAccepted, arrived: [] };
const eve = 'eve@sender.example';

function recipientsOf({ arrived }: Answered): readonly (string | undefined)[] {
  return arrived.map(({ rcptTo: [to] }) => to);
}

describe('a note that reaches nobody', () => {
  it('is not signed, or was written to another return path', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const { mailFrom: other } = await paths.forwarded(alias, [`From: ${eve}`]);
    expect(other).not.toBe(mailFrom);
    const content = note(mailFrom).join('\r\n');
    for (const from of ['', eve, 'other@office.example']) {
      const unsigned = () => paths.mail.send(mailFrom, { from, content });
      expect(await paths.during(unsigned)).toEqual(nothing);
    }
    expect(await paths.answer(note(mailFrom), other)).toEqual(nothing);
    const forged = note(mailFrom).map((line) => line.replace(inbox, 'mallory@office.example'));
    expect(await paths.answer(forged, mailFrom)).toEqual(nothing);
  });

  it('names two return paths', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const { mailFrom: other } = await paths.forwarded(alias, [`From: ${eve}`]);
    expect(await paths.answer(note(`${mailFrom}, ${other}`), [mailFrom, other])).toEqual(nothing);
  });

  it.each([
    ['a delay', ['Subject: Warning: message delayed 24 hours', 'X-A: b']],
    ['a report that is for a person', ['Subject: Returned mail', 'X-A: b']],
    ['a challenge', ['Subject: Please confirm your message', 'X-A: b']],
    [
      'a challenge in the text',
      ['Subject: away', 'X-A: b'],
      'Click https://office.example/1 to verify that you wrote.',
    ],
    ['a receipt', ['Content-Type: multipart/report; report-type=disposition-notification; boundary=b', 'X-A: b']],
    ['encrypted', ['Content-Type: application/pkcs7-mime; smime-type=enveloped-data', 'Auto-Submitted: auto-replied']],
  ])('is %s', async (_, fields, words = '') => {
    const { mailFrom } = await paths.forwarded(alias);
    const lines = [...fields, ...note(mailFrom).filter((line) => !line.startsWith('Subject:')), words, ''];
    expect(await paths.answer(lines, mailFrom, '')).toEqual(nothing);
  });

  it('is written as the alias, as Pigeonhole does by itself, whoever signed it', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const lines = note(mailFrom).map((line) => line.replace(`Ann <${inbox}>`, alias.address));
    for (const from of ['', inbox, alias.address]) {
      const { reply, arrived } = await paths.answer(
        ['Auto-Submitted: auto-replied (vacation)', ...lines],
        mailFrom,
        from,
      );
      expect([reply, arrived]).toEqual([smtpReplies.messageAccepted, []]);
    }
  });

  it('brings back what it answers, with the name of its inbox in the header', async () => {
    const { mailFrom, raw } = await paths.forwarded(alias);
    const lines = [
      'Content-Type: multipart/mixed; boundary=b',
      ...note(mailFrom).filter((line) => !line.startsWith('I am')),
      '--b',
      'Content-Type: message/rfc822',
      '',
      `Delivered-To: ${inbox}`,
      raw.toString(),
      '--b--',
      '',
    ];
    expect(recipientsOf(await paths.answer(lines, mailFrom, ''))).not.toContain(bob);
  });

  it('is for the alias, or for somebody by a reverse address, as well', async () => {
    const { mailFrom, raw } = await paths.forwarded(alias);
    const reverse = /^From:.*<(reply=[^>]+)>\r$/m.exec(raw.toString())?.[1] ?? '';
    for (const other of [alias.address, reverse]) {
      const both = [mailFrom, other];
      expect(recipientsOf(await paths.answer(note(both.join(', ')), both))).not.toContain(bob);
    }
  });

  it('answers whom its owner blocked meanwhile', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    await paths.mail.blockContact(alias, bob);
    expect(recipientsOf(await paths.answer(note(mailFrom), mailFrom))).not.toContain(bob);
  });
});

describe('a return path that names nobody', () => {
  it.each([
    ['of what a program wrote', 'Auto-Submitted: auto-generated'],
    ['of mail of a list', 'List-Id: <news.sender.example>'],
    ['of bulk mail', 'Precedence: bulk'],
    ['of what somebody else may have written', 'From: carol@friends.example'],
  ])('is that %s', async (_, field) => {
    const { mailFrom } = await paths.forwarded(alias, [field]);
    expect(mailFrom).toMatch(/^b=[a-z2-7]{44}@/);
    expect(await paths.answer(note(mailFrom), mailFrom)).toEqual(nothing);
  });
});

describe('a return path of what is junk', () => {
  let rspamd: Server;
  let action: string;
  beforeEach(async () => {
    rspamd = createServer((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify({ action })));
    });
    rspamd.listen(0, '127.0.0.1');
    await once(rspamd, 'listening');
  });
  afterEach(async () => {
    rspamd.closeAllConnections();
    rspamd.close();
    await once(rspamd, 'close');
  });

  it('names nobody, where that of the same message names its author as long as it is none', async () => {
    const origin = `http://127.0.0.1:${(rspamd.address() as AddressInfo).port}`;
    const context = await paths.mail.another({ settings: { rspamd: { origin, password: null } } });
    action = 'add header';
    const junk = await paths.forwarded(alias, [], context);
    expect(junk.raw.toString()).toContain('\r\nX-Spam-Flag: YES\r\n');
    expect(junk.mailFrom).toMatch(/^b=[a-z2-7]{44}@/);
    expect(await paths.answer(note(junk.mailFrom), junk.mailFrom)).toEqual(nothing);
    action = 'no action';
    const { mailFrom } = await paths.forwarded(alias, [], context);
    expect(recipientsOf(await paths.answer(note(mailFrom), mailFrom))).toEqual([bob]);
  });
});

describe('a note that reaches its correspondent', () => {
  it('needs no signature where its server is the inbox’s', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const content = note(mailFrom).join('\r\n');
    const sent = await paths.during(() => paths.mail.send(mailFrom, { from: inbox, content }));
    expect(recipientsOf(sent)).toEqual([bob]);
  });

  it('is one of two that come at once', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const content = await paths.office.sign(note(mailFrom).join('\r\n'));
    const both = await paths.during(async () => {
      const send = () => paths.mail.send(mailFrom, { from: '', content });
      const [first] = await Promise.all([send(), send()]);
      return first;
    });
    expect([both.reply, recipientsOf(both)]).toEqual([smtpReplies.messageAccepted, [bob]]);
  });

  it('reaches whoever wrote, not whom they would have answered, and names nobody of the house', async () => {
    const { mailFrom } = await paths.forwarded(alias, [`Reply-To: ${eve}`]);
    const lines = [`Cc: carol@office.example`, ...note(mailFrom), `Write to ${inbox} or ${mailFrom} instead.`, ''];
    const sent = await paths.answer(lines, mailFrom.toUpperCase());
    expect(recipientsOf(sent)).toEqual([bob]);
    const text = sent.arrived[0]?.raw.toString() ?? '';
    expect(text).not.toMatch(/office\.example|carol/);
    expect(text).toContain(`Write to ${alias.address} or ${alias.address} instead.`);
  });

  it.each([
    'I cannot confirm it before Monday, and will try again then.',
    'This is a warning: dial 550 and 5.1.1 for the desk. Your message could not be delivered to my desk.',
  ])('is a note in whatever words: %s', async (words) => {
    const { mailFrom } = await paths.forwarded(alias);
    const sent = await paths.answer([...note(mailFrom), words, ''], mailFrom, '');
    expect(recipientsOf(sent)).toEqual([bob]);
  });

  it('is of an alias in transparent mode, too', async () => {
    const { db } = paths.mail.context.database;
    await db.updateTable('aliases').set({ transparent: true }).where('id', '=', alias.aliasId).execute();
    const { mailFrom, raw } = await paths.forwarded(alias);
    expect(raw.toString()).toMatch(/^From: bob@sender\.example\r$/m);
    expect(recipientsOf(await paths.answer(note(mailFrom), mailFrom))).toEqual([bob]);
  });

  it('does not hide that the inbox is gone', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const before = await paths.refusals();
    const lines = [
      'From: MAILER-DAEMON@office.example',
      'Subject: failure notice',
      '',
      `<${inbox}>: 550 5.1.1 unknown`,
      '',
    ];
    await paths.answer(lines, mailFrom, 'MAILER-DAEMON@office.example');
    expect(await paths.refusals()).toBeGreaterThan(before);
  });
});
