import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readComplaint } from '#protocol/dsn/read-complaint.ts';
import { findField } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

function read(lines: readonly string[]) {
  return readComplaint(parseMessage(Buffer.from(lines.join('\r\n'))));
}

function feedback(type: string, returned: readonly string[]): string[] {
  return [
    'From: fbl@provider.example',
    'Content-Type: multipart/report; report-type=feedback-report; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is a complaint.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: SomeGenerator/1.0',
    'Version: 1',
    'Original-Mail-From: <b=token@kauke.test>',
    'Original-Rcpt-To: <bob@provider.example>',
    '--b',
    ...returned,
    '--b--',
    '',
  ];
}

const enclosed = [
  'Content-Type: message/rfc822',
  '',
  'From: shop@kauke.test',
  'Subject: Buy',
  '',
  'The body names other@kauke.test.',
];

describe('a feedback report', () => {
  it('tells the envelope and the header of the message, and nothing that its body says', () => {
    const complaint = read(feedback('abuse', enclosed));
    expect(complaint).toMatchObject({ mailFrom: '<b=token@kauke.test>', rcptTo: '<bob@provider.example>' });
    expect(findField(complaint?.returned ?? [], 'from')).toBe('shop@kauke.test');
    expect(complaint?.text).toBe('This is a complaint.');
  });

  it('may bring the header alone', () => {
    const complaint = read(feedback('fraud', ['Content-Type: text/rfc822-headers', '', 'From: shop@kauke.test']));
    expect(findField(complaint?.returned ?? [], 'from')).toBe('shop@kauke.test');
  });

  it.each(['not-spam', 'Auth-Failure '])('of the type %s complains of nothing', (type) => {
    expect(read(feedback(type, enclosed))).toBeNull();
  });
});

describe('a complaint of a person', () => {
  it('tells what they wrote', () => {
    const complaint = read(['From: bob@sender.example', '', 'I got spam from shop@kauke.test.', '']);
    expect(complaint).toMatchObject({ mailFrom: '', rcptTo: '', returned: [] });
    expect(complaint?.text).toContain('shop@kauke.test');
  });

  it('may enclose the message', () => {
    const parts = ['--b', '', 'See below.', '--b', ...enclosed, '--b--', ''];
    const complaint = read(['Content-Type: multipart/mixed; boundary=b', '', ...parts]);
    expect(findField(complaint?.returned ?? [], 'from')).toBe('shop@kauke.test');
    expect(complaint?.text).toBe('See below.');
  });
});

it('never throws, whatever comes', () => {
  const piece = fc.constantFrom(
    ...feedback('abuse', enclosed),
    '--b--',
    'x',
    ': ',
    'Content-Transfer-Encoding: base64',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (lines) => {
      expect(() => read(lines)).not.toThrow();
    }),
  );
});
