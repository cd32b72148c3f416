import { describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { makeBounceAddress } from '#mail/recipient/address-forms.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import { bob, inbox, lastLetter, withReturnPaths, type ReturnPaths } from '#support/return-paths.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

/** What rules of an inbox send to the return path of what an alias forwarded there. */

let paths: ReturnPaths;
let alias: TestAlias;
withReturnPaths((given, made) => {
  [paths, alias] = [given, made];
});

describe('a refusal by a rule of the inbox (Sieve, RFC 5429)', () => {
  const deleted = 'automatic-action/MDN-sent-automatically; deleted';

  function receipt(to: string, disposition: string, returned: string): string[] {
    return [
      `From: Ann <${inbox}>`,
      `To: <${to}>`,
      'Subject: Automatically rejected mail',
      'Auto-Submitted: auto-replied (rejected)',
      'Content-Type: multipart/report; report-type=disposition-notification; boundary="b/1"',
      '',
      '--b/1',
      'Content-Type: text/plain; charset=utf-8',
      '',
      `${inbox} wants no mail from you.`,
      '',
      '--b/1',
      'Content-Type: message/disposition-notification',
      '',
      'Reporting-UA: office.example; Dovecot Mail Delivery Agent',
      `Final-Recipient: rfc822; ${inbox}`,
      'Original-Message-ID: <1@kauke.test>',
      `Disposition: ${disposition}`,
      '',
      '--b/1',
      'Content-Type: message/rfc822',
      '',
      returned,
      '',
      '--b/1--',
      '',
    ];
  }
  const headerOf = ({ raw }: SinkMessage): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString();

  it.each([deleted, 'Automatic-Action/mdn-sent-automatically;deleted', `${deleted.replace('; ', ';\r\n ')}`])(
    'reaches its proven sender once, and neither names the inbox nor counts against it: %j',
    async (disposition) => {
      const message = await paths.forwarded(alias);
      const before = await paths.refusals();
      const rejection = receipt(message.mailFrom, disposition, headerOf(message));
      const { reply, arrived } = await paths.answer(rejection, message.mailFrom, '');
      expect(reply).toBe(smtpReplies.messageAccepted);
      expect(arrived.map(({ mailFrom, rcptTo }) => [mailFrom, rcptTo])).toEqual([['', [bob]]]);
      const text = arrived[0]?.raw.toString() ?? '';
      expect(text).toContain(`Final-Recipient: rfc822; ${alias.address}\r\nAction: failed\r\nStatus: 5.2.0\r\n`);
      expect(text).toContain(`In-Reply-To: <${lastLetter}@sender.example>`);
      expect(text).not.toMatch(/office\.example|wants no mail|Dovecot/);
      expect((await paths.answer(rejection, message.mailFrom, '')).arrived).toEqual([]);
      expect(await paths.refusals()).toEqual(before);
    },
  );

  it.each([
    ['was shown', 'manual-action/MDN-sent-manually; displayed'],
    ['was shown by itself', 'manual-action/MDN-sent-automatically; displayed'],
    ['was thrown away by hand', 'manual-action/MDN-sent-automatically; deleted'],
    ['was thrown away and said so by hand', 'automatic-action/MDN-sent-manually; deleted'],
    ['was processed', 'automatic-action/MDN-sent-automatically; processed'],
    ['had an error', 'automatic-action/MDN-sent-automatically; deleted/error'],
    ['says two things', `${deleted}\r\nDisposition: manual-action/MDN-sent-manually; displayed`],
  ])('is none in a receipt that it %s', async (_, disposition) => {
    const message = await paths.forwarded(alias);
    const { reply, arrived } = await paths.answer(
      receipt(message.mailFrom, disposition, headerOf(message)),
      message.mailFrom,
      '',
    );
    expect([reply, arrived]).toEqual([smtpReplies.messageAccepted, []]);
  });

  it('of what an owner sent is told to the owner', async () => {
    const { context } = paths.mail;
    const { number: id } = await context.database.db
      .selectFrom('aliases')
      .select('number')
      .where('id', '=', alias.aliasId)
      .executeTakeFirstOrThrow();
    const now = new Date(context.clock.now());
    const to = makeBounceAddress(context.keys, { id, alias: alias.address, now, of: 'sent' });
    const { arrived } = await paths.answer(receipt(to, deleted, 'Message-ID: <1@kauke.test>'), to, '');
    expect(arrived.map(({ rcptTo }) => rcptTo)).toEqual([[inbox]]);
    expect(arrived[0]?.raw.toString()).toContain('Subject: Your message was not delivered');
  });

  it('is none in what a receipt brings back', async () => {
    const message = await paths.forwarded(alias);
    const inner = receipt(message.mailFrom, deleted, headerOf(message));
    const shown = receipt(message.mailFrom, 'manual-action/MDN-sent-manually; displayed', inner.join('\r\n'));
    const edges = shown.map((line) => (inner.includes(line) ? line : line.replaceAll('b/1', 'outer')));
    const bare = edges.filter((line) => !line.startsWith('Disposition: manual'));
    for (const lines of [edges, bare]) {
      expect((await paths.answer(lines, message.mailFrom, '')).arrived).toEqual([]);
    }
  });

  it.each([
    [
      'a sender who is not proven',
      (header: string) => header.replaceAll(/^X-Kauke-Return-Path:.*\r\n(?:[ \t].*\r\n)*/gm, ''),
    ],
    ['nothing that comes back', () => 'Subject: Lunch'],
    ['a return path that somebody made up', () => 'X-Kauke-Return-Path: AAAA'],
  ])('tells nobody, with %s', async (_, change) => {
    const message = await paths.forwarded(alias);
    const rejection = receipt(message.mailFrom, deleted, change(headerOf(message)));
    expect((await paths.answer(rejection, message.mailFrom, '')).arrived).toEqual([]);
  });
});
