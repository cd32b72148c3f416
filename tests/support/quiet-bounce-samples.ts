/** What comes to bounce addresses and tells of no failure, or of one that no program understands. */

function lines(...text: readonly string[]): string {
  return [...text, ''].join('\r\n');
}

/** What tells of no failure. */
export const noFailures: Readonly<Record<string, string>> = {
  'a delay told by Exim': lines(
    'Auto-Submitted: auto-replied',
    'From: Mail Delivery System <Mailer-Daemon@mx.office.example>',
    'Subject: Warning: message 1abc-0 delayed 24 hours',
    '',
    'This message was created automatically by mail delivery software.',
    'A message that you sent has not yet been delivered to one or more of its',
    'recipients after more than 24 hours on the queue. 451 4.3.0 try later',
    'No action is required on your part. Delivery attempts will continue for some time.',
  ),
  'a delay told in words': lines(
    'From: MAILER-DAEMON@mx.office.example',
    'Subject: Could not send message for 4 hours',
    '',
    'Your message could not be delivered for 4 hours (452 4.2.2 mailbox full). It will be retried for 5 days.',
  ),
  'a delay told by a notification': lines(
    'From: MAILER-DAEMON@mx.office.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="x"',
    '',
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.office.example',
    '',
    'Final-Recipient: rfc822; gone@office.example',
    'Action: delayed',
    'Status: 4.4.1',
    '--x--',
  ),
  'an absence note': lines(
    'From: Ann <ann@office.example>',
    'Auto-Submitted: auto-replied',
    'Subject: Out of office',
    '',
    'I am away, and what could not be delivered waits. Call extension 550 instead.',
  ),
  'a challenge': lines(
    'From: Ann <ann@office.example>',
    'Subject: Please confirm your message',
    '',
    'Follow the link to have your message delivered: https://office.example/5.1.1',
  ),
  'a receipt': lines(
    'From: Ann <ann@office.example>',
    'Content-Type: multipart/report; report-type=disposition-notification; boundary="x"',
    '',
    '--x',
    'Content-Type: message/disposition-notification',
    '',
    'Disposition: manual-action/MDN-sent-manually; displayed',
    '--x--',
  ),
  'a complaint': lines(
    'From: abuse@office.example',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="x"',
    '',
    '--x',
    'Content-Type: message/feedback-report',
    '',
    'Feedback-Type: abuse',
    '--x',
    'Content-Type: message/rfc822',
    '',
    'Subject: 550 5.1.1',
    '',
    '--x--',
  ),
};

/** A report in words that no program knows. */
export const unreadable = lines(
  'From: =?utf-8?Q?Pa=C5=A1to?= sistema <pastas@office.example>',
  'Subject: =?utf-8?Q?Lai=C5=A1kas_nepristatytas?=',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Jūsų laiškas nepasiekė gavėjo.\u0007\u202e\u001b[31m',
  ...Array.from({ length: 200 }, (_, index) => `Eilutė ${index}: pašto dėžutė perpildyta.`),
);
