import { expect, it } from 'vitest';
import { isNote } from '#protocol/dsn/read-bounce.ts';
import { parseMessage } from '#protocol/message/parse-message.ts';

it('a report that a gateway wrapped to add its footer is no note of a person', () => {
  const words = ['', 'Somebody has no mailbox here any more.'];
  const note = ['From: Mail Gateway <gateway@inbox.example>', 'Subject: Your message'];
  const wrapped = [
    ...note,
    'Content-Type: multipart/mixed; boundary=o',
    '',
    '--o',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=i',
    '',
    '--i',
    ...words,
    '--i--',
    '--o',
    '',
    'A footer.',
    '--o--',
    '',
  ];
  expect(isNote(parseMessage(Buffer.from(wrapped.join('\r\n'))))).toBe(false);
  expect(isNote(parseMessage(Buffer.from([...note, ...words].join('\r\n'))))).toBe(true);
});
