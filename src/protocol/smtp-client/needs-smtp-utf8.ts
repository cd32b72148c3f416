/** Whether a transaction with these addresses needs SMTPUTF8 (RFC 6531 §3.5): one of them is not ASCII. */
export function needsSmtpUtf8(mailFrom: string, rcptTo: string): boolean {
  return /[^\x00-\x7f]/.test(mailFrom + rcptTo);
}
