import { isUtf8 } from 'node:buffer';
import type { AuthCommand } from '#protocol/smtp-server/parse-command.ts';
import { sessionReplies, type SmtpReply } from '#protocol/smtp-server/session-replies.ts';
import type { SessionWire } from '#protocol/smtp-server/session-wire.ts';

/** Name and password as the client gave them. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** How the dialog ended; nothing is known yet about whether the credentials are right. */
export type SignInAttempt =
  | { readonly complete: true; readonly credentials: Credentials }
  | { readonly complete: false; readonly reply: SmtpReply };

/** A step of the dialog: what the client said, or why it ended. */
type Answer = { readonly text: string } | { readonly reply: SmtpReply };

const maxTextBytes = 512;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Base64 (RFC 4648 §4) of UTF-8 text. `=` stands for no octets (RFC 4954 §4). */
function decode(encoded: string): Answer {
  if (encoded === '=') return { text: '' };
  const octets = Buffer.from(encoded, 'base64');
  if (!base64.test(encoded) || octets.length > maxTextBytes || !isUtf8(octets)) {
    return { reply: sessionReplies.badSignIn };
  }
  return { text: octets.toString() };
}

/** Asks for the next answer (RFC 4954 §4): a line of base64, or `*`, which cancels. */
async function ask(wire: SessionWire, challenge: string): Promise<Answer> {
  wire.reply({ code: 334, enhanced: null, text: Buffer.from(challenge).toString('base64') });
  const line = await wire.readLine();
  if (line === null) return { reply: sessionReplies.signInTooLong };
  const text = line.toString('latin1');
  if (!text.endsWith('\r')) return { reply: sessionReplies.badSignIn };
  return text === '*\r' ? { reply: sessionReplies.signInCancelled } : decode(text.slice(0, -1));
}

function failed(reply: SmtpReply): SignInAttempt {
  return { complete: false, reply };
}

function complete(username: string, password: string): SignInAttempt {
  return username.includes('\0') || password.includes('\0')
    ? failed(sessionReplies.badSignIn)
    : { complete: true, credentials: { username, password } };
}

/** RFC 4616: whom to act as, who signs in, password. Nobody acts as somebody else. */
async function readPlain(wire: SessionWire, initial: string | null): Promise<SignInAttempt> {
  const answer = initial === null ? await ask(wire, '') : decode(initial);
  if ('reply' in answer) return failed(answer.reply);
  const [actAs = '', username, password, ...more] = answer.text.split('\0');
  if (username === undefined || password === undefined || more.length > 0) return failed(sessionReplies.badSignIn);
  return actAs === '' || actAs === username ? complete(username, password) : failed(sessionReplies.wrongCredentials);
}

/** The old dialog of two questions that many mail programs still prefer (draft-murchison-sasl-login-00). */
async function readLogin(wire: SessionWire, initial: string | null): Promise<SignInAttempt> {
  const username = initial === null ? await ask(wire, 'Username:') : decode(initial);
  if ('reply' in username) return failed(username.reply);
  const password = await ask(wire, 'Password:');
  return 'reply' in password ? failed(password.reply) : complete(username.text, password.text);
}

/** Holds the dialog of AUTH to its end. @throws WireError */
export async function readSignIn(
  wire: SessionWire,
  { mechanism, initialResponse }: AuthCommand,
): Promise<SignInAttempt> {
  if (mechanism === 'PLAIN') return readPlain(wire, initialResponse);
  if (mechanism === 'LOGIN') return readLogin(wire, initialResponse);
  return failed(sessionReplies.unknownMechanism);
}
