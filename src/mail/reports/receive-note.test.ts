import { beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { rateLimitRules } from '#core/limits/rate-limit-rules.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import { bob, inbox, note, withReturnPaths, type ReturnPaths } from '#support/return-paths.ts';

/** What programs behind an inbox send to the return path of what an alias forwarded there. */

let paths: ReturnPaths;
let alias: TestAlias;
withReturnPaths((given, made) => {
  [paths, alias] = [given, made];
});

describe('a note to the return path of what was forwarded', () => {
  it.each([
    ['says nothing of itself', [], inbox],
    ['is marked', ['Auto-Submitted: auto-replied'], inbox],
    ['has the null reverse-path', ['Auto-Submitted: auto-replied (vacation)'], ''],
  ])('that %s is taken and forgotten where the alias lets no automatic replies out', async (_, fields, from) => {
    const { mailFrom } = await paths.forwarded(alias);
    const { reply, arrived } = await paths.answer([...fields, ...note(mailFrom)], mailFrom, from);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived).toEqual([]);
  });
});

describe('where the alias lets automatic replies out, a note to the return path', () => {
  beforeEach(() => paths.letOut(alias, true));

  it.each([
    ['says nothing of itself', [], inbox],
    ['is marked', ['Auto-Submitted: auto-replied', 'Precedence: bulk'], inbox],
    ['has the null reverse-path', ['Auto-Submitted: auto-replied (vacation)'], ''],
  ])('that %s reaches its correspondent as the alias, once in seven days', async (_, fields, from) => {
    const { mailFrom } = await paths.forwarded(alias);
    const { reply, arrived } = await paths.answer([...fields, ...note(mailFrom)], mailFrom, from);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived.map(({ mailFrom: path, rcptTo }) => [path, rcptTo])).toEqual([['', [bob]]]);
    const text = arrived[0]?.raw.toString() ?? '';
    expect(text).toMatch(new RegExp(`^From: ${alias.address}\\r$`, 'm'));
    expect(text).toMatch(/^To: bob@sender\.example\r$/m);
    expect(text).toMatch(/^Auto-Submitted: auto-replied\r$/m);
    expect(text).toContain('I am away until Monday.');
    expect(text).not.toMatch(/office\.example|b=[a-z2-7]{44}/);
    const again = await paths.forwarded(alias);
    expect(again.mailFrom).toBe(mailFrom);
    expect((await paths.answer([...fields, ...note(mailFrom)], mailFrom, from)).arrived).toEqual([]);
    const { db } = paths.mail.context.database;
    await db
      .updateTable('rateLimits')
      .set({ windowStart: sql`window_start - interval '7 days'` })
      .where('actionType', '=', rateLimitRules.notesPerContact.action)
      .execute();
    expect((await paths.answer([...fields, ...note(mailFrom)], mailFrom, from)).arrived).toHaveLength(1);
  });

  it('reaches whoever wrote what waited before it was forwarded', async () => {
    await paths.mail.context.database.db
      .updateTable('aliases')
      .set({ cutThrough: false })
      .where('id', '=', alias.aliasId)
      .execute();
    const { mailFrom } = await paths.forwarded(alias);
    expect((await paths.answer(note(mailFrom), mailFrom)).arrived.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
  });

  it('counts once it left alone: what could not be kept reaches its correspondent by a later try', async () => {
    const { db } = paths.mail.context.database;
    await db.updateTable('aliases').set({ cutThrough: false }).where('id', '=', alias.aliasId).execute();
    const { mailFrom } = await paths.forwarded(alias);
    const context = await paths.mail.another({ room: { bytes: 0, take: () => {} } });
    const content = await paths.office.sign(note(mailFrom).join('\r\n'));
    for (let tries = 0; tries <= rateLimitRules.automaticAnswersPerContact.max; tries += 1) {
      const refused = await paths.during(() => paths.mail.send(mailFrom, { from: inbox, content, context }));
      expect(refused).toMatchObject({ reply: { code: 452 }, arrived: [] });
    }
    expect((await paths.answer(note(mailFrom), mailFrom)).arrived.map(({ rcptTo }) => rcptTo)).toEqual([[bob]]);
    expect((await paths.answer(note(mailFrom), mailFrom)).arrived).toEqual([]);
  });

  it('is taken and goes nowhere once the alias lets none out any more', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    await paths.letOut(alias, false);
    expect(await paths.answer(note(mailFrom), mailFrom)).toEqual({ reply: smtpReplies.messageAccepted, arrived: [] });
  });
});

describe('a bounce of what was forwarded from a server that gives a reverse-path', () => {
  const daemon = 'MAILER-DAEMON@office.example';
  const header = (raw: Buffer): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString();

  it.each([
    [
      'as a notification',
      (returned: string) => [
        `From: ${daemon}`,
        'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        '',
        '--b',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; mx.office.example',
        '',
        `Final-Recipient: rfc822; ${inbox}`,
        'Action: failed',
        'Status: 5.1.1',
        '--b',
        'Content-Type: text/rfc822-headers',
        '',
        returned,
        '--b--',
        '',
      ],
    ],
    [
      'in words',
      (returned: string) => [
        `From: Mail Delivery System <${daemon}>`,
        'Subject: Returned mail: see transcript for details',
        '',
        `<${inbox}>: 550 5.1.1 User unknown`,
        '',
        '----- Original message -----',
        '',
        returned,
        '',
      ],
    ],
  ])('%s counts, and its sender hears of it', async (_, write) => {
    const { mailFrom, raw } = await paths.forwarded(alias);
    const before = await paths.refusals();
    const { reply, arrived } = await paths.answer(write(header(raw)), mailFrom, daemon);
    expect(reply).toBe(smtpReplies.messageAccepted);
    expect(arrived.map(({ mailFrom: from, rcptTo }) => [from, rcptTo])).toEqual([['', [bob]]]);
    expect(arrived[0]?.raw.toString()).toContain(`Final-Recipient: rfc822; ${alias.address}`);
    expect(await paths.refusals()).toBeGreaterThan(before);
  });
});
