import { beforeEach, describe, expect, it } from 'vitest';
import { smtpReplies } from '#mail/smtp-replies.ts';
import type { TestAlias } from '#support/mail-engine.ts';
import { bob, inbox, note, withReturnPaths, type Answered, type ReturnPaths } from '#support/return-paths.ts';
import type { SinkMessage } from '#support/smtp-sink.ts';

/** What odd programs behind an inbox send to a return path, and what somebody makes of it who knows that they do. */

let paths: ReturnPaths;
let alias: TestAlias;
withReturnPaths((given, made) => {
  [paths, alias] = [given, made];
});

const forgotten: Answered = { reply: smtpReplies.messageAccepted, arrived: [] };
const headerOf = ({ raw }: SinkMessage): string => raw.subarray(0, raw.indexOf('\r\n\r\n')).toString();

function recipientsOf({ arrived }: Answered): readonly (string | undefined)[] {
  return arrived.map(({ rcptTo: [to] }) => to);
}

interface Receipt {
  readonly disposition: string;
  /** What comes back, as its part: with its type, and a blank line behind that. */
  readonly returned: readonly string[];
  readonly type?: string;
}

const rejected = 'automatic-action/MDN-sent-automatically; deleted';

function receipt({ disposition, returned, type = 'message/disposition-notification' }: Receipt): string[] {
  return [
    `From: Ann <${inbox}>`,
    'Subject: Your message',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="r"',
    '',
    '--r',
    'Content-Type: text/plain',
    '',
    'See the parts below.',
    '--r',
    `Content-Type: ${type}`,
    '',
    `Final-Recipient: rfc822; ${inbox}`,
    `Disposition: ${disposition}`,
    ...returned.flatMap((line, at) => (at === 0 ? ['', '--r', line] : [line])),
    '',
    '--r--',
    '',
  ];
}

const wholeOf = (text: string): string[] => ['Content-Type: message/rfc822', '', text];

/** A report of a server inside a message that somebody wrote, who hopes that a program sends it back. */
const planted = [
  'Content-Type: multipart/report; report-type=delivery-status; boundary=planted',
  '',
  '--planted',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; mx.office.example',
  '',
  `Final-Recipient: rfc822; ${inbox}`,
  'Action: failed',
  'Status: 5.1.1',
  '--planted--',
  '',
];

/** Bob's message with a report in it, as it came back. */
function plantedIn(message: SinkMessage): string {
  const fields = headerOf(message).replaceAll(/^Content-Type:.*(?:\r\n[ \t].*)*\r\n/gim, '');
  return `${fields}\r\n${planted.join('\r\n')}`;
}

describe('a report that somebody put into a message', () => {
  it('counts against nobody where a rule refuses the message and sends it back', async () => {
    const message = await paths.forwarded(alias);
    const before = await paths.refusals();
    const lines = receipt({ disposition: rejected, returned: wholeOf(plantedIn(message)) });
    const answered = await paths.answer(lines, message.mailFrom, '');
    expect(recipientsOf(answered)).toEqual([bob]);
    expect(answered.arrived[0]?.raw.toString()).toContain('\r\nStatus: 5.2.0\r\n');
    expect(await paths.refusals()).toBe(before);
  });

  it.each([
    ['a receipt that it was read', receipt],
    [
      'an absence note',
      ({ returned }: Receipt) => [
        `From: Ann <${inbox}>`,
        'Subject: away',
        'Auto-Submitted: auto-replied',
        'Content-Type: multipart/mixed; boundary=r',
        '',
        '--r',
        '',
        'I am away.',
        '--r',
        ...returned,
        '--r--',
        '',
      ],
    ],
  ])('counts against nobody where %s brings it back', async (_, write) => {
    const message = await paths.forwarded(alias);
    const before = await paths.refusals();
    const returned = wholeOf(plantedIn(message));
    const lines = write({ disposition: 'manual-action/MDN-sent-manually; displayed', returned });
    expect(await paths.answer(lines, message.mailFrom, '')).toEqual(forgotten);
    expect(await paths.refusals()).toBe(before);
  });

  it('hides no bounce: a receipt in what a server brings back is not what the server says', async () => {
    const message = await paths.forwarded(alias);
    const before = await paths.refusals();
    const inner = receipt({ disposition: 'manual-action/MDN-sent-manually; displayed', returned: [] });
    const kept = headerOf(message).replaceAll(/^Content-Type:.*(?:\r\n[ \t].*)*\r\n/gim, '');
    const lines = [
      'From: Mail Delivery System <MAILER-DAEMON@office.example>',
      'Subject: Undelivered Mail Returned to Sender',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      '',
      `<${inbox}>: 550 5.1.1 User unknown`,
      '--m',
      ...wholeOf(`${kept}\r\n${inner.filter((line) => !/^(?:From|Subject):/.test(line)).join('\r\n')}`),
      '--m--',
      '',
    ];
    const answered = await paths.answer(lines, message.mailFrom, '');
    expect(recipientsOf(answered)).toEqual([bob]);
    expect(await paths.refusals()).toBeGreaterThan(before);
  });
});

describe('a refusal by a rule', () => {
  it.each([
    ['has comments (RFC 8098)', { disposition: 'automatic-action/MDN-sent-automatically (by a rule); deleted (all)' }],
    ['is in UTF-8', { disposition: rejected, type: 'message/global-disposition-notification' }],
  ])('that %s reaches its proven sender', async (_, said) => {
    const message = await paths.forwarded(alias);
    const lines = receipt({ ...said, returned: ['Content-Type: text/rfc822-headers', '', headerOf(message)] });
    expect(recipientsOf(await paths.answer(lines, message.mailFrom, ''))).toEqual([bob]);
  });

  it('reaches its proven sender in transparent mode, too', async () => {
    const { db } = paths.mail.context.database;
    await db.updateTable('aliases').set({ transparent: true }).where('id', '=', alias.aliasId).execute();
    const message = await paths.forwarded(alias);
    const lines = receipt({ disposition: rejected, returned: wholeOf(headerOf(message)) });
    expect(recipientsOf(await paths.answer(lines, message.mailFrom, ''))).toEqual([bob]);
  });

  it('that two inboxes of an alias have reaches its sender once', async () => {
    const both = await paths.mail.addAlias({ local: 'shared-desk', targets: [inbox, 'eve@office.example'] });
    const { arrived } = await paths.during(async () => {
      await paths.forwarded(both);
      return smtpReplies.messageAccepted;
    });
    expect(new Set(arrived.map(({ mailFrom }) => mailFrom)).size).toBe(2);
    const told: (string | undefined)[] = [];
    for (const message of arrived) {
      const lines = receipt({ disposition: rejected, returned: wholeOf(headerOf(message)) });
      told.push(...recipientsOf(await paths.answer(lines, message.mailFrom, '')));
    }
    expect(told).toEqual([bob]);
  });

  it('is none where Exchange tells that a message was deleted unread, and brings nothing back', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const lines = receipt({ disposition: rejected, returned: [] });
    expect(await paths.answer(lines, mailFrom, '')).toEqual(forgotten);
  });
});

describe('a note, where automatic replies are let out,', () => {
  beforeEach(() => paths.letOut(alias, true));

  it('of Exchange, in HTML with a link to its inbox, reaches its correspondent as the alias', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    const lines = [
      `From: "ann@office.example" <ANN@Office.Example>`,
      `To: ${mailFrom}`,
      'Subject: Automatic reply: Lunch',
      'Auto-Submitted: auto-generated',
      'X-Auto-Response-Suppress: All',
      'Thread-Topic: Lunch',
      'X-MS-Exchange-Inbox-Rules-Loop: ann@office.example',
      'MIME-Version: 1.0',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>I am away until Monday.</p><p><a href="mailto:${inbox}?subject=Monday">${inbox}</a></p>`,
      '',
    ];
    const answered = await paths.answer(lines, mailFrom, '');
    expect(recipientsOf(answered)).toEqual([bob]);
    const text = answered.arrived[0]?.raw.toString() ?? '';
    expect(text).toContain('I am away until Monday.');
    expect(text).not.toMatch(/office\.example/i);
    expect(text).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it.each([
    [
      'signed by S/MIME',
      [
        'Content-Type: multipart/signed; protocol="application/pkcs7-signature"; micalg=sha-256; boundary=s',
        '',
        '--s',
        '',
        'I am away.',
        '--s',
        'Content-Type: application/pkcs7-signature; name=smime.p7s',
        'Content-Transfer-Encoding: base64',
        '',
        'MAA=',
        '--s--',
        '',
      ],
    ],
    [
      'with a winmail.dat',
      [
        'Content-Type: multipart/mixed; boundary=s',
        '',
        '--s',
        '',
        'I am away.',
        '--s',
        'Content-Type: application/ms-tnef; name=winmail.dat',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(`x\u009f>"${inbox}`, 'latin1').toString('base64'),
        '--s--',
        '',
      ],
    ],
  ])('%s is not sent, and its owner hears so once', async (_, lines) => {
    const { mailFrom } = await paths.forwarded(alias);
    const head = note(mailFrom).slice(0, 3);
    const marks = ['MIME-Version: 1.0', 'Auto-Submitted: auto-replied'];
    const first = await paths.answer([...head, ...marks, ...lines], mailFrom, '');
    const second = await paths.answer([...head, ...marks, ...lines], mailFrom, '');
    expect([first.reply, second.reply]).toEqual([smtpReplies.messageAccepted, smtpReplies.messageAccepted]);

    expect(recipientsOf(first)).toEqual([inbox]);
    expect(recipientsOf(second)).toEqual([]);
  });

  it('of an inbox that the alias does not lead to reaches nobody', async () => {
    const { mailFrom } = await paths.forwarded(alias);
    await paths.mail.addAlias({ local: 'other-desk', targets: ['ann-two@office.example'] });
    const lines = note(mailFrom).map((line) => line.replace(inbox, 'ann-two@office.example'));
    expect(await paths.answer(lines, mailFrom)).toEqual(forgotten);
  });
});
