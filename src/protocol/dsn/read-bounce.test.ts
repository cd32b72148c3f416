import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReport } from '#protocol/dsn/read-report.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function read(lines: readonly string[]) {
  return readReport(parseMessage(Buffer.from(lines.join('\r\n'))));
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

  it.each(['delayed', 'relayed', 'expanded', 'delivered', ''])('says nothing by the action %j', (action) => {
    expect(read(report({ action }))).toBeNull();
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
    expect(found).toMatchObject({ status: '5.0.0', returned: [{ key: 'message-id' }, { key: 'subject' }] });
  });
});

describe('nothing is read', () => {
  it.each([
    ['an out-of-office note', ['Auto-Submitted: auto-replied', '', 'I am away. Call extension 550 instead.']],
    ['a challenge', ['Subject: prove it', '', 'Please click: 550 5.1.1']],
    [
      'a disposition notification',
      [
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
        '',
        '--b',
        'Content-Type: message/disposition-notification',
        '',
        'Disposition: manual-action/MDN-sent-manually; displayed',
        '--b--',
      ],
    ],
    [
      'an abuse report',
      [
        'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
        '',
        '--b',
        'Content-Type: message/feedback-report',
        '',
        'Feedback-Type: abuse',
        '',
        '--b',
        'Content-Type: message/rfc822',
        '',
        'Subject: 550 5.1.1',
        '',
        '--b--',
      ],
    ],
    ['qmail that tells of a delay', ['', 'Hi. This is the qmail-send program.', 'I will try again.']],
    ['an empty message', ['', '']],
  ])('from %s', (_, lines) => {
    expect(read(lines)).toBeNull();
  });

  it('and nothing breaks, whatever comes', () => {
    const line = fc.constantFrom(...report(), 'Content-Type: message/rfc822', '--b', '--b--', '', 'x'.repeat(2000));
    fc.assert(fc.property(fc.array(line, { maxLength: 60 }), (lines) => void read(lines)));
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (octets) => void readReport(parseMessage(Buffer.from(octets)))),
    );
  });
});
