import { sessionReplies, type SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** A command line of a client, understood (RFC 5321 §4.1.1). */
export type SmtpCommand =
  | { readonly verb: 'HELO' | 'EHLO'; readonly name: string }
  | MailCommand
  | { readonly verb: 'RCPT'; readonly address: string }
  | AuthCommand
  | { readonly verb: BareVerb | 'NOOP' | 'VRFY' | 'HELP' }
  /** Answer with `reply`; it counts as a bad command. */
  | { readonly verb: 'invalid'; readonly reply: SmtpReply };

type BareVerb = 'DATA' | 'RSET' | 'STARTTLS' | 'QUIT';

export interface MailCommand {
  readonly verb: 'MAIL';
  /** Empty for `<>`. */
  readonly reversePath: string;
  /** SIZE= (RFC 1870); null when not given. */
  readonly sizeBytes: number | null;
  /** BODY=8BITMIME (RFC 6152). */
  readonly eightBitMime: boolean;
}

export interface AuthCommand {
  readonly verb: 'AUTH';
  /** In upper case (RFC 4422 §3.1). */
  readonly mechanism: string;
  /** As written, in base64; null when the client waits to be asked (RFC 4954 §4). */
  readonly initialResponse: string | null;
}

const carriageReturn = 13;
// The name goes into our Received field, so nothing may stand in it that means something there.
const clientName = /^[A-Za-z0-9._:[\]-]{1,255}$/;

// RFC 3461 §4, within the limit of RFC 4954 §3.
const xtext = /^[\x21-\x7e]{1,500}$/;
const saslMechanism = /^[A-Za-z0-9_-]{1,20}$/;

function invalid(reply: SmtpReply): SmtpCommand {
  return { verb: 'invalid', reply };
}

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

function parseMailParameters(rest: string, reversePath: string): SmtpCommand {
  let sizeBytes: number | null = null;
  let eightBitMime = false;
  for (const parameter of rest.split(' ').filter((part) => part !== '')) {
    const [, keyword = '', value = ''] = /^([^=]+)(?:=(.*))?$/.exec(parameter) ?? [];
    if (keyword.toUpperCase() === 'SIZE') {
      if (!/^\d{1,20}$/.test(value)) return invalid(sessionReplies.badArguments);
      sizeBytes = Number(value);
    } else if (keyword.toUpperCase() === 'BODY') {
      if (!/^(?:7BIT|8BITMIME)$/i.test(value)) return invalid(sessionReplies.badArguments);
      eightBitMime = value.toUpperCase() === '8BITMIME';
    } else if (keyword.toUpperCase() === 'AUTH') {
      // Who wrote the message first (RFC 4954 §5). We take nobody's word for it, so it is read and not used.
      if (!xtext.test(value)) return invalid(sessionReplies.badArguments);
    } else {
      return invalid(sessionReplies.unknownParameter);
    }
  }
  return { verb: 'MAIL', reversePath, sizeBytes, eightBitMime };
}

function parseMail(argument: string): SmtpCommand {
  const path = parsePath(argument.replace(/^FROM: */i, ''));
  if (path === null || !/^FROM:/i.test(argument)) return invalid(sessionReplies.badSender);
  if (path.address !== '' && !path.address.includes('@')) return invalid(sessionReplies.badSender);
  return parseMailParameters(path.rest, path.address);
}

function parseRcpt(argument: string): SmtpCommand {
  const path = parsePath(argument.replace(/^TO: */i, ''));
  if (path === null || path.address === '' || !/^TO:/i.test(argument)) return invalid(sessionReplies.badRecipient);
  if (path.rest.trim() !== '') return invalid(sessionReplies.unknownParameter);
  return { verb: 'RCPT', address: path.address };
}

function parseAuth(argument: string): SmtpCommand {
  const [mechanism = '', initialResponse = null, ...more] = argument.split(' ');
  if (!saslMechanism.test(mechanism) || more.length > 0) return invalid(sessionReplies.badArguments);
  return { verb: 'AUTH', mechanism: mechanism.toUpperCase(), initialResponse };
}

function parseHello(verb: 'HELO' | 'EHLO', argument: string): SmtpCommand {
  return clientName.test(argument) ? { verb, name: argument } : invalid(sessionReplies.badArguments);
}

function parseBare(verb: BareVerb, argument: string): SmtpCommand {
  return argument === '' ? { verb } : invalid(sessionReplies.badArguments);
}

const parsers: ReadonlyMap<string, (argument: string) => SmtpCommand> = new Map([
  ['HELO', (argument) => parseHello('HELO', argument)],
  ['EHLO', (argument) => parseHello('EHLO', argument)],
  ['MAIL', parseMail],
  ['RCPT', parseRcpt],
  ['AUTH', parseAuth],
  ['DATA', (argument) => parseBare('DATA', argument)],
  ['RSET', (argument) => parseBare('RSET', argument)],
  ['STARTTLS', (argument) => parseBare('STARTTLS', argument)],
  ['QUIT', (argument) => parseBare('QUIT', argument)],
  ['NOOP', () => ({ verb: 'NOOP' })],
  ['VRFY', () => ({ verb: 'VRFY' })],
  ['HELP', () => ({ verb: 'HELP' })],
]);

/**
 * Understands one line, given without its LF. Verbs in any case (RFC 5321 §2.4).
 * A line that does not end in CR, or holds control or non-ASCII octets, is invalid but does no harm.
 */
export function parseCommand(line: Buffer): SmtpCommand {
  if (line[line.length - 1] !== carriageReturn) return invalid(sessionReplies.badLine);
  const text = line.toString('latin1', 0, line.length - 1);
  const verb = /^[A-Za-z0-9]*/.exec(text)?.[0].toUpperCase() ?? '';
  const parse = parsers.get(verb);
  if (!isAscii(text)) {
    return invalid(parse === parseMail || parse === parseRcpt ? sessionReplies.needsSmtpUtf8 : sessionReplies.badLine);
  }
  return parse === undefined ? invalid(sessionReplies.unknownCommand) : parse(text.slice(verb.length).trim());
}

/** A path of MAIL or RCPT and what follows it. */
interface ParsedPath {
  /** Without angle brackets, source route and needless quotes; empty for `<>`. */
  readonly address: string;
  /** The parameters behind the path. */
  readonly rest: string;
}

/** RFC 5321 §4.5.3.1.3, brackets included. */
const maxPathOctets = 256;

// "<" [source route ":"] (local part ["@" domain])? ">" [" " parameters]
const pathShape = /^<(?:@[^:<>"\s]*:)?((?:"(?:[^"\\]|\\.)*"|[^\s"<>@]+)(?:@[^\s"<>@]+)?)?>(?: +(.*))?$/;
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const dotString = /^(?!\.)(?!.*\.\.)(?!.*\.$)/;
const hostName = /^(?![.-])(?!.*\.\.)(?!.*[.-]$)[A-Za-z0-9._-]+$/;
const addressLiteral = /^\[[A-Za-z0-9:.]+\]$/;

/** The local part in its plainest form: quotes that protect nothing go (RFC 5321 §4.1.2). */
function plainLocalPart(written: string): string | null {
  if (!written.startsWith('"')) return atoms.test(written) ? written : null;
  const content = written.slice(1, -1).replace(/\\(.)/g, '$1');
  return atoms.test(content) && dotString.test(content) ? content : written;
}

/**
 * Reads `<address>` with an optional source route, which is ignored (RFC 5321 §4.1.1.3), or `null` when it is none.
 * A local part alone is allowed: `<postmaster>` needs no domain (RFC 5321 §4.1.1.3).
 */
function parsePath(text: string): ParsedPath | null {
  const match = pathShape.exec(text);
  if (match === null) return null;
  const [, mailbox = '', rest = ''] = match;
  if (mailbox.length + 2 > maxPathOctets) return null;
  if (mailbox === '') return { address: '', rest };
  const at = mailbox.startsWith('"') ? mailbox.indexOf('@', mailbox.lastIndexOf('"')) : mailbox.indexOf('@');
  const local = plainLocalPart(at < 0 ? mailbox : mailbox.slice(0, at));
  if (local === null) return null;
  if (at < 0) return { address: local, rest };
  const domain = mailbox.slice(at + 1);
  return hostName.test(domain) || addressLiteral.test(domain) ? { address: `${local}@${domain}`, rest } : null;
}
