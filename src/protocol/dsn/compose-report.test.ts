import { isAscii } from 'node:buffer';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { composeReport, type ReportInput } from '#protocol/dsn/compose-report.ts';
import { readBounce } from '#protocol/dsn/read-bounce.ts';
import { fieldText } from '#protocol/message/header-fields.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';
import { systemRandom } from '#platform/random.ts';

const { fields: original } = parseMessage(
  Buffer.from(
    'Message-ID: <one@sender.example>\r\nSubject: Lunch at\r\n the usual place\r\nDate: Sat, 21 Nov 2026 12:00:00 +0000\r\n\r\n',
  ),
);
const input: ReportInput = {
  recipient: 'bob@sender.example',
  finalRecipient: 'shop@kauke.test',
  domain: 'kauke.test',
  hostname: 'mx.kauke.test',
  status: '4.4.7',
  words: {
    from: 'Mail Delivery System',
    subject: 'Your message could not be delivered',
    lines: ['Your message to shop@kauke.test could not be delivered.'],
  },
  original,
  now: new Date('2026-11-22T12:00:00Z'),
  random: systemRandom,
};
const report = composeReport(input);
const octets = Buffer.concat([report.header, Buffer.from('\r\n'), report.body]);

it('is a delivery status notification that other mail servers read', () => {
  const returned = ['message-id', 'subject', 'date'].map((key) => ({ key }));
  expect(readBounce(parseMessage(octets))).toMatchObject({ kind: 'failed', status: '4.4.7', returned });
});

it('is shown by mail programs beside the message it is about, and answered by nobody', async () => {
  const shown = await PostalMime.parse(octets);
  expect(shown).toMatchObject({
    from: { address: 'postmaster@kauke.test' },
    to: [{ address: 'bob@sender.example' }],
    inReplyTo: '<one@sender.example>',
  });
  expect(shown.headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-replied' }));
  expect(shown.text).toContain('Your message to shop@kauke.test could not be delivered.');
  expect(
    octets
      .toString('latin1')
      .split('\r\n')
      .every((line) => line.length <= 78),
  ).toBe(true);
});

it('is ASCII whatever the subject was, and gives it back', () => {
  const { fields } = parseMessage(Buffer.from('Subject: Mittagessen im Gr\u00fcnen\r\n\r\n'));
  const { header, body } = composeReport({ ...input, original: fields });
  expect(isAscii(body)).toBe(true);
  const read = readBounce(parseMessage(Buffer.concat([header, Buffer.from('\r\n'), body])));
  expect(read.kind === 'failed' && read.returned.map(fieldText)).toEqual(['Mittagessen im Gr\u00fcnen']);
});
