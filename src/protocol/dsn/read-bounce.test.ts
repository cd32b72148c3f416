import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounce } from '#protocol/dsn/read-bounce.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { failures } from '#support/bounce-samples.ts';
import { noFailures, unreadable } from '#support/quiet-bounce-samples.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function readText(content: string) {
  return readBounce(parseMessage(Buffer.from(content)));
}

/** Null for all but a failure. */
function read(lines: readonly string[]) {
  const bounce = readText(lines.join('\r\n'));
  return bounce.kind === 'failed' ? bounce : null;
}

function report({
  action = 'failed',
  status = '5.1.1',
  returned = ['Content-Type: text/rfc822-headers', '', 'Message-ID: <one@kauke.test>', 'Subject: hello'],
}: { action?: string; status?: string; returned?: readonly string[] } = {}): string[] {
  return [
    'From: MAILER-DAEMON@inbox.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Sorry. 550 5.7.1 is what somebody else once said.',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.inbox.example',
    '',
    'Final-Recipient: rfc822; other@inbox.example',
    'Action: delivered',
    'Status: 2.0.0',
    '',
    'Final-Recipient: rfc822; owner@inbox.example',
    `Action: ${action}`,
    `Status: ${status}`,
    '--b',
    ...returned,
    '--b--',
    '',
  ];
}

describe('a delivery status notification', () => {
  it('gives the status of the recipient that failed, and the header that came back', () => {
    const found = read(report());
    expect(found?.status).toBe('5.1.1');
    expect(found?.returned.map(({ key }) => key)).toEqual(['message-id', 'subject']);
  });

  it('may enclose the whole message', () => {
    const found = read(report({ returned: ['Content-Type: message/rfc822', '', 'Subject: whole', '', 'body'] }));
    expect(found?.returned.map(({ raw }) => raw.toString())).toEqual(['Subject: whole\r\n']);
  });

  it.each(['5.1.1 (unknown)', ' 5.1.1'])('is read with a status of %j', (status) => {
    expect(read(report({ status }))?.status).toBe('5.1.1');
  });

  it('is final whatever class its status has', () => {
    expect(read(report({ status: '4.4.7' }))?.status).toBe('4.4.7');
    expect(read(report({ status: 'unknown' }))?.status).toBe('5.0.0');
  });

  it.each(['delayed', 'relayed', 'expanded', 'delivered'])('says nothing by the action %j', (action) => {
    expect(read(report({ action }))).toBeNull();
  });

  it.each(['', 'Failed', 'rejected'])('is final by its status with the action %j', (action) => {
    expect(read(report({ action }))?.status).toBe('5.1.1');
  });

  it('says more by what the other server said, where its own status says nothing', () => {
    const status = '5.0.0\r\nDiagnostic-Code: smtp; 550 mailbox full';
    expect(read(report({ status }))?.status).toBe('5.2.2');
  });

  it('may come in base64', () => {
    const status = Buffer.from('Reporting-MTA: dns; x\r\n\r\nAction: failed\r\nStatus: 5.2.1\r\n').toString('base64');
    const type = 'Content-Type: message/delivery-status\r\nContent-Transfer-Encoding: base64';
    const lines = ['Content-Type: multipart/report; boundary=b', '', '--b', type, '', status, '--b--', ''];
    expect(read(lines)?.status).toBe('5.2.1');
  });
});

describe('a bounce of an older form', () => {
  it('is known by the field that Exim sets', () => {
    const found = read([
      'X-Failed-Recipients: owner@inbox.example',
      'Content-Type: text/plain',
      '',
      'This message was created automatically by mail delivery software.',
      '  owner@inbox.example',
      '    host mx.inbox.example: 550 5.1.1 User unknown',
      '',
      '------ This is a copy of the message, including all the headers. ------',
      '',
      'Message-ID: <one@kauke.test>',
      '',
      'body',
    ]);
    expect(found).toMatchObject({ status: '5.1.1', returned: [{ key: 'message-id' }] });
  });

  it('is known by the words of qmail', () => {
    const found = read([
      '',
      'Hi. This is the qmail-send program at inbox.example.',
      '<owner@inbox.example>:',
      '192.0.2.1 does not like recipient.',
      'Remote host said: 550 no such user',
      '',
      '--- Below this line is a copy of the message.',
      '',
      'Message-ID: <two@kauke.test>',
      'Subject: pasted',
      '',
      'body',
    ]);
    expect(found).toMatchObject({ status: '5.1.1', returned: [{ key: 'message-id' }, { key: 'subject' }] });
  });
});

describe('a failure in the form of', () => {
  it.each(Object.entries(failures))('%s is read, with what it brings back', (_, { content, status }) => {
    const bounce = readText(content);
    expect(bounce).toMatchObject({ kind: 'failed', status });
    if (bounce.kind !== 'failed' || !content.includes('<returned@kauke.test>')) return;
    expect(findField(bounce.returned, 'message-id')).toBe('<returned@kauke.test>');
  });

  it.each([
    ['551 not here', '5.1.6'],
    ['552 no room', '5.2.2'],
    ['550 no', '5.0.0'],
    ['550 User unknown', '5.1.1'],
    ['553 5.1.8 our own address', '5.1.8'],
    ['554 5.7.1. Blocked', '5.7.1'],
    ['550 this looks like spam', '5.6.0'],
    ['550 message too large for spam@spam.example', '5.3.4'],
    ['host 192.0.2.1 said nothing for days: retry timeout exceeded', '4.4.7'],
    ['it could not be delivered', '5.0.0'],
  ])('nobody in particular that says %j is read as %s', (said, status) => {
    expect(read(['From: MAILER-DAEMON@mx.office.example', '', said])?.status ?? null).toBe(status);
  });
});

describe('no failure is read', () => {
  it.each(Object.entries(noFailures))('from %s', (_, content) => {
    expect(readText(content)).toEqual({ kind: 'no_failure' });
  });

  it.each([
    ['an out-of-office note', ['Auto-Submitted: auto-replied', '', 'I am away. Call extension 550 instead.']],
    ['a challenge', ['Subject: prove it', '', 'Please click: 550 5.1.1']],
    [
      'Postfix that tells of a delay at an address of IPv6',
      ['From: MAILER-DAEMON@x.example', '', 'connect to b.example[2001:db8:550::1]:25: no answer. It will be retried.'],
    ],
    ['qmail that tells of a delay', ['', 'Hi. This is the qmail-send program.', 'I will try again.']],
  ])('from %s', (_, lines) => {
    expect(readText(lines.join('\r\n'))).toEqual({ kind: 'no_failure' });
  });
});

describe('a person must read', () => {
  it.each([
    ['words that no program knows', unreadable, 'nepasiekė'],
    ['an empty message', '\r\n', ''],
    [
      'a report of a server in other words',
      'From: MAILER-DAEMON\r\nAuto-Submitted: auto-replied\r\n\r\nNe.\r\n',
      'Ne.',
    ],
    ['an answer of a person', 'From: ann@office.example\r\n\r\nDial 550 for me.\r\n', 'Dial 550'],
    ['HTML', 'Content-Type: text/html\r\n\r\n<style>x</style><p>Ne &amp; ne</p>\r\n', 'Ne & ne'],
  ])('%s', (_, content, text) => {
    expect(readText(content)).toMatchObject({ kind: 'unread', text: expect.stringContaining(text) });
  });
});

/** A notification of a server, with its text and what its part for programs says. */
function notification(text: readonly string[], status: readonly string[]): string {
  return [
    'From: MAILER-DAEMON@inbox.example',
    'Auto-Submitted: auto-replied',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    ...text,
    '--b',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    'Message-ID: <one@kauke.test>',
    '--b--',
    '',
  ].join('\r\n');
}

describe('what other servers really write', () => {
  it.each([
    ['folded', ['smtp; 550-5.7.26 This mail', '  550-5.7.26 is not', '  550 5.7.26 proven'], '5.7.26'],
    ['a first line that says nothing', ['smtp; 550-5.0.0 Sorry', '  550 5.1.1 Unknown'], '5.1.1'],
    ['without a type', ['550 5.2.2 full; see 5.1.1'], '5.2.2'],
    ['a temporary code that lasted too long', ['smtp; 452 4.2.2 full'], '4.2.2'],
    ['an address of the network', ['smtp; 554-[5.12.13.14] refuses', '  554 5.7.1 listed'], '5.7.1'],
    ['nothing more', ['smtp; 550 no'], '5.0.0'],
  ])('behind Status: 5.0.0 of Exim the diagnostic code counts: %s', (_, code, status) => {
    for (const action of [['Action: failed'], []]) {
      const group = [...action, 'Final-Recipient: rfc822;a@inbox.example', 'Status: 5.0.0'];
      const diagnostic = [`Diagnostic-Code: ${code[0] ?? ''}`, ...code.slice(1)];
      const content = notification(['x'], ['Reporting-MTA: dns; x', '', ...group, ...diagnostic]);
      expect(readText(content)).toMatchObject({ kind: 'failed', status });
    }
  });

  it.each([
    ['Postfix', ['This is the mail system at host x.', '', 'Sorry, your message could not', 'be delivered.'], '5.0.0'],
    ['one with a code', ['<a@inbox.example>: 550 5.1.1 no'], '5.1.1'],
  ])('a notification that names no recipient is a failure when its text says so: %s', (_, text, status) => {
    for (const group of [['Reporting-MTA: dns; x', 'X-Postfix-Queue-ID: 4F'], []]) {
      const found = readText(notification(text, group));
      expect(found).toMatchObject({ kind: 'failed', status, returned: [{ key: 'message-id' }] });
    }
  });

  it('a notification that names no recipient is for a person where its text says nothing known', () => {
    const content = notification(['Laiškas nepristatytas'], ['Reporting-MTA: dns; x']);
    expect(readText(content)).toMatchObject({ kind: 'unread', byServer: true, text: 'Laiškas nepristatytas' });
    const bare = notification([], ['Reporting-MTA: dns; x']);
    expect(readText(bare)).toMatchObject({ kind: 'unread', text: expect.stringContaining('Reporting-MTA: dns; x') });
  });

  it('a notification that names no recipient is a delay where its text says that', () => {
    const text = ['Your message could not be delivered yet.', 'It will be', 'retried for 5 days.'];
    expect(readText(notification(text, ['Reporting-MTA: dns; x']))).toEqual({ kind: 'no_failure' });
  });

  it.each([
    ['the status word', ['Action: nepavyko', 'Status: x'], 'unread'],
    [
      'the status word, above a code',
      ['Action: nepavyko', 'Status: x', 'Diagnostic-Code: smtp; 550 5.1.1 no'],
      'failed',
    ],
    ['the case and a remark', ['Action: Failed (for good)', 'Status: 4.4.7'], 'failed'],
  ])('is not dropped when somebody changed %s', (_, fields, kind) => {
    const content = notification(['Ne.'], ['Reporting-MTA: dns; x', '', 'Final-Recipient: rfc822; a@x', ...fields]);
    expect(readText(content).kind).toBe(kind);
  });

  it.each(['Undelivered mail', 'Mail delivery delayed'])('%s about two is for a person where one failed', (subject) => {
    const both = ['<a@x.example>: 550 5.1.1 unknown', '<b@y.example>: 451 4.3.0 will be retried'];
    const found = readText(['From: MAILER-DAEMON@x.example', `Subject: ${subject}`, '', ...both].join('\r\n'));
    expect(found).toMatchObject({ kind: 'unread', byServer: true, text: expect.stringContaining('550 5.1.1') });
  });

  it.each([
    ['PGP/MIME', 'Content-Type: multipart/encrypted; protocol="application/pgp-encrypted"; boundary=b', '--b--'],
    ['S/MIME', 'Content-Type: application/pkcs7-mime; smime-type=enveloped-data', 'MIIB'],
    ['a text', 'Content-Type: text/plain', '-----BEGIN PGP MESSAGE-----'],
  ])('is for a person when it is encrypted: %s', (_, type, body) => {
    const content = `From: Mail <mail@x.example>\r\nAuto-Submitted: auto-replied\r\n${type}\r\n\r\n${body}\r\n`;
    expect(readText(content)).toMatchObject({ kind: 'unread', byServer: true });
  });
});

describe('whatever comes', () => {
  it('nothing breaks', () => {
    const line = fc.constantFrom(...report(), 'Content-Type: message/rfc822', '--b', '--b--', '', 'x'.repeat(2000));
    fc.assert(fc.property(fc.array(line, { maxLength: 60 }), (lines) => void read(lines)));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (octets) => void readBounce(parseMessage(Buffer.from(octets)))),
    );
  });

  it.each(['<style', '<p', '- ', 'user ', 'exceed ', 'click ', '5.1.', 'a@', '\r\n- ', 'message ', 'this is the '])(
    'a megabyte of %j breaks nothing',
    (piece) => {
      const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
      for (const type of ['text/plain', 'text/html']) {
        expect(() => readText(`From: MAILER-DAEMON\r\nContent-Type: ${type}\r\n\r\n${text}`)).not.toThrow();
      }
    },
  );
});
