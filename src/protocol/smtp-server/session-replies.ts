/** An SMTP reply: basic code (RFC 5321 §4.2.2), enhanced code (RFC 3463) and text in ASCII (RFC 6531 §3.7.4.2). */
export interface SmtpReply {
  readonly code: number;
  readonly enhanced: string | null;
  readonly text: string;
}

function reply(code: number, enhanced: string | null, text: string): SmtpReply {
  return { code, enhanced, text };
}

const mebibyte = 1024 * 1024;

function sizeText(bytes: number): string {
  return bytes % mebibyte === 0 ? `${bytes / mebibyte} MiB` : `${bytes.toLocaleString('en')} bytes`;
}

/** What every session itself answers (RFC 5321 §4.2.2), whatever its policy says of recipients and messages. */
export const sessionReplies = {
  ok: reply(250, '2.0.0', 'OK'),
  senderOk: reply(250, '2.1.0', 'Sender OK'),
  recipientOk: reply(250, '2.1.5', 'Recipient OK'),
  // RFC 5321 §4.5.3.1.10.
  tooManyRecipients: reply(452, '4.5.3', 'Too many recipients, send the rest in another transaction'),
  startData: reply(354, null, 'End data with <CRLF>.<CRLF>'),
  chunkTaken: (bytes: number) => reply(250, '2.0.0', `${bytes} octets received`),
  badChunk: reply(501, '5.5.4', 'BDAT takes a number of octets and LAST, what follows cannot be read'),
  chunksBegun: reply(503, '5.5.1', 'BDAT has begun: send the other chunks, or RSET'),
  badMessage: reply(550, '5.6.0', 'Message has bare CR, bare LF or NUL octets'),
  messageTooLarge: (maxBytes: number) => reply(552, '5.3.4', `Message is larger than ${sizeText(maxBytes)}`),
  tooBusy: reply(452, '4.3.1', 'Too many messages in hand, try again later'),
  tryLater: reply(451, '4.3.0', 'Temporary failure, try again later'),
  readyForTls: reply(220, '2.0.0', 'Ready to start TLS'),
  goodbye: reply(221, '2.0.0', 'Bye'),
  help: reply(214, '2.0.0', 'See RFC 5321'),
  // RFC 5321 §3.5.3, §7.3.
  cannotVerify: reply(252, '2.5.0', 'Cannot verify, but will take a message'),
  unknownCommand: reply(500, '5.5.1', 'Command not recognised'),
  lineTooLong: reply(500, '5.5.2', 'Line too long'),
  badLine: reply(500, '5.5.2', 'Lines must be printable and end in CRLF'),
  badArguments: reply(501, '5.5.4', 'Syntax error in arguments'),
  badSender: reply(501, '5.1.7', 'Sender must look like <name@domain>'),
  badRecipient: reply(501, '5.1.3', 'Recipient must look like <name@domain>'),
  needsSmtpUtf8: reply(553, '5.6.7', 'Addresses must be ASCII without SMTPUTF8'),
  unknownParameter: reply(555, '5.5.4', 'Parameter not recognised'),
  helloFirst: reply(503, '5.5.1', 'Say EHLO first'),
  nestedMail: reply(503, '5.5.1', 'A transaction is already open'),
  mailFirst: reply(503, '5.5.1', 'Say MAIL first'),
  noRecipients: reply(554, '5.5.1', 'No valid recipients'),
  notOffered: reply(502, '5.5.1', 'Command not implemented'),
  tlsFirst: reply(530, '5.7.0', 'Must issue a STARTTLS command first'),
  signInFirst: reply(530, '5.7.0', 'Authentication required'),
  signedIn: reply(235, '2.7.0', 'Authentication successful'),
  signedInAlready: reply(503, '5.5.1', 'Already authenticated'),
  wrongCredentials: reply(535, '5.7.8', 'Wrong user name or password'),
  tooManyFailures: reply(454, '4.7.0', 'Too many failed attempts, try again later'),
  signInUnavailable: reply(454, '4.7.0', 'Temporary authentication failure, try again later'),
  signInCancelled: reply(501, '5.7.0', 'Authentication cancelled'),
  signInTooLong: reply(500, '5.5.6', 'Authentication line too long'),
  badSignIn: reply(501, '5.5.2', 'Authentication answer is not what the mechanism takes'),
  unknownMechanism: reply(504, '5.5.4', 'Authentication mechanism not recognised'),
  signInWithinMail: reply(503, '5.5.1', 'AUTH is not allowed within a transaction'),
  tlsUnavailable: reply(454, '4.7.0', 'TLS is not available'),
  tlsAlready: reply(503, '5.5.1', 'TLS is already active'),
  tooManyErrors: reply(421, '4.7.0', 'Too many errors'),
  tooManyCommands: reply(421, '4.7.0', 'Too many commands without a message'),
  tooManyConnections: reply(421, '4.7.0', 'Too many connections, try again later'),
  tooSlow: reply(421, '4.4.2', 'Too slow while others wait, try again later'),
  timedOut: reply(421, '4.4.2', 'Timed out waiting for you'),
  shuttingDown: reply(421, '4.3.2', 'Shutting down, try again later'),
} as const;

/** A reply as one line on the wire: there is one for each command (RFC 5321 §4.2). */
export function formatReply({ code, enhanced, text }: SmtpReply): string {
  return enhanced === null ? `${code} ${text}\r\n` : `${code} ${enhanced} ${text}\r\n`;
}
