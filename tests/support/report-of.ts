/** The report of a mail server about a message with these header lines. */
export function reportOf(status: string, returned: readonly string[]): string {
  return [
    'From: MAILER-DAEMON@inbox.example',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.inbox.example',
    '',
    'Final-Recipient: rfc822; owner@inbox.example',
    'Diagnostic-Code: smtp; 550 owner@inbox.example is unknown to secret-host.inbox.example',
    'Action: failed',
    `Status: ${status}`,
    '--b',
    'Content-Type: text/rfc822-headers',
    '',
    ...returned,
    '--b--',
    '',
  ].join('\r\n');
}
