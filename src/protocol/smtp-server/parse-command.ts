import { isUtf8 } from 'node:buffer';
import { toDomainName } from '#protocol/message/address.ts';
import type { Chunk } from '#protocol/smtp-server/content/receive-chunks.ts';
import {
  readEnvelopeId,
  readNotify,
  readOriginal,
  readReturn,
  type EnvelopeRequest,
  type RecipientRequest,
} from '#protocol/smtp-server/delivery-requests.ts';
import { sessionReplies, type SmtpReply } from '#protocol/smtp-server/session-replies.ts';

/** A command line of a client, understood (RFC 5321 §4.1.1). */
export type SmtpCommand =
  | { readonly verb: 'HELO' | 'EHLO'; readonly name: string }
  | MailCommand
  | RcptCommand
  | AuthCommand
  | ChunkCommand
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
  /** SMTPUTF8 (RFC 6531 §3.4). */
  readonly smtpUtf8: boolean;
  /** Null: neither RET nor ENVID was given. */
  readonly request: EnvelopeRequest | null;
}

export interface RcptCommand {
  readonly verb: 'RCPT';
  readonly address: string;
  /** As it was written it is for a transaction with SMTPUTF8 only. */
  readonly needsSmtpUtf8: boolean;
  /** Null: neither NOTIFY nor ORCPT was given. */
  readonly request: RecipientRequest | null;
}

export interface AuthCommand {
  readonly verb: 'AUTH';
  /** In upper case (RFC 4422 §3.1). */
  readonly mechanism: string;
  /** As written, in base64; null when the client waits to be asked (RFC 4954 §4). */
  readonly initialResponse: string | null;
}

/** RFC 3030 §2: so many octets follow the line. */
interface ChunkCommand {
  readonly verb: 'BDAT';
  /** Null: they cannot be told from commands, so the client cannot be understood any more. */
  readonly chunk: Chunk | null;
}

const carriageReturn = 13;
// ASCII alone (RFC 6531 §3.7.1). It goes into our Received field, so nothing may stand in it that means something there.
const clientName = /^[A-Za-z0-9._:[\]-]{1,255}$/;

// RFC 3461 §4, within the limit of RFC 4954 §3.
const authXtext = /^[\x21-\x7e]{1,500}$/;
const saslMechanism = /^[A-Za-z0-9_-]{1,20}$/;

function invalid(reply: SmtpReply): SmtpCommand {
  return { verb: 'invalid', reply };
}

function isAscii(text: string): boolean {
  return !/[^\x20-\x7e]/.test(text);
}

type MailParameters = Omit<MailCommand, 'verb' | 'reversePath' | 'request'> & Partial<EnvelopeRequest>;

/** What each parameter of a command says; null: it is not written as it should be. */
type Parameters<Said> = ReadonlyMap<string, (value: string | null) => Partial<Said> | null>;

function said<Name extends string, Value>(name: Name, value: Value | null): { readonly [name in Name]: Value } | null {
  return value === null ? null : ({ [name]: value } as { readonly [name in Name]: Value });
}

const mailParameters: Parameters<MailParameters> = new Map<
  string,
  (value: string | null) => Partial<MailParameters> | null
>([
  ['SIZE', (value) => (/^\d{1,20}$/.test(value ?? '') ? { sizeBytes: Number(value) } : null)],
  ['BODY', (value) => (/^(?:7BIT|8BITMIME)$/i.test(value ?? '') ? { eightBitMime: value?.length === 8 } : null)],
  // Who wrote the message first (RFC 4954 §5). We take nobody's word for it, so it is read and not used.
  ['AUTH', (value) => (authXtext.test(value ?? '') ? {} : null)],
  ['SMTPUTF8', (value) => (value === null ? { smtpUtf8: true } : null)],
  ['RET', (value) => said('returnsAll', readReturn(value))],
  ['ENVID', (value) => said('envelopeId', readEnvelopeId(value))],
]);
const rcptParameters: Parameters<RecipientRequest> = new Map<
  string,
  (value: string | null) => Partial<RecipientRequest> | null
>([
  ['NOTIFY', (value) => said('notify', readNotify(value))],
  ['ORCPT', (value) => said('original', readOriginal(value))],
]);

/** Each once: of two that differ nobody could say which one is meant. */
function parseParameters<Said extends object>(rest: string, known: Parameters<Said>): Partial<Said> | SmtpReply {
  const read: Partial<Said> = {};
  if (rest === '') return read;
  const seen: string[] = [];
  for (const parameter of rest.split(' ')) {
    if (parameter === '') continue;
    const end = parameter.indexOf('=');
    const name = (end < 0 ? parameter : parameter.slice(0, end)).toUpperCase();
    const parse = known.get(name);
    if (parse === undefined) return sessionReplies.unknownParameter;
    const meant = seen.includes(name) ? null : parse(end < 0 ? null : parameter.slice(end + 1));
    if (meant === null) return sessionReplies.badArguments;
    seen.push(name);
    Object.assign(read, meant);
  }
  return read;
}

function envelopeRequest({ envelopeId = null, returnsAll }: Partial<EnvelopeRequest>): EnvelopeRequest | null {
  return envelopeId === null && returnsAll === undefined ? null : { envelopeId, returnsAll: returnsAll ?? false };
}

function parseMail(argument: string): SmtpCommand {
  const path = parsePath(argument.replace(/^FROM: */i, ''));
  if (path === null || !/^FROM:/i.test(argument)) return invalid(sessionReplies.badSender);
  if (path.address !== '' && !path.address.includes('@')) return invalid(sessionReplies.badSender);
  const parameters = parseParameters(path.rest, mailParameters);
  if ('code' in parameters) return invalid(parameters);
  const { sizeBytes = null, eightBitMime = false, smtpUtf8 = false } = parameters;
  // RFC 6531 §3.4.
  if (!isAscii(argument) && !smtpUtf8) return invalid(sessionReplies.needsSmtpUtf8);
  const request = envelopeRequest(parameters);
  return { verb: 'MAIL', reversePath: path.address, sizeBytes, eightBitMime, smtpUtf8, request };
}

function parseRcpt(argument: string): SmtpCommand {
  const path = parsePath(argument.replace(/^TO: */i, ''));
  if (path === null || path.address === '' || !/^TO:/i.test(argument)) return invalid(sessionReplies.badRecipient);
  const parameters = parseParameters(path.rest, rcptParameters);
  if ('code' in parameters) return invalid(parameters);
  const { notify = null, original = null } = parameters;
  const request = notify === null && original === null ? null : { notify, original };
  return { verb: 'RCPT', address: path.address, needsSmtpUtf8: !isAscii(argument), request };
}

function parseAuth(argument: string): SmtpCommand {
  const [mechanism = '', initialResponse = null, ...more] = argument.split(' ');
  if (!saslMechanism.test(mechanism) || more.length > 0) return invalid(sessionReplies.badArguments);
  return { verb: 'AUTH', mechanism: mechanism.toUpperCase(), initialResponse };
}

function parseChunk(argument: string): SmtpCommand {
  const [, size, last] = /^(\d{1,15})(?: +(LAST))?$/i.exec(argument) ?? [];
  return { verb: 'BDAT', chunk: size === undefined ? null : { bytes: Number(size), isLast: last !== undefined } };
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
  ['BDAT', parseChunk],
  ['DATA', (argument) => parseBare('DATA', argument)],
  ['RSET', (argument) => parseBare('RSET', argument)],
  ['STARTTLS', (argument) => parseBare('STARTTLS', argument)],
  ['QUIT', (argument) => parseBare('QUIT', argument)],
  ['NOOP', () => ({ verb: 'NOOP' })],
  ['VRFY', () => ({ verb: 'VRFY' })],
  ['HELP', () => ({ verb: 'HELP' })],
]);

/** What takes no place, is no character or begins a line of its own stands in no address. */
const unprintable = /(?! )[\p{Cc}\p{Cs}\p{Zs}\p{Zl}\p{Zp}]/u;

/** A line that is not ASCII: UTF-8 in the path of MAIL or RCPT, or nothing that anybody means. */
function parseUtf8(line: Buffer, parse: ((argument: string) => SmtpCommand) | undefined): SmtpCommand {
  const text = line.toString('utf8');
  const takesIt = parse === parseMail || parse === parseRcpt;
  if (!takesIt || !isUtf8(line) || unprintable.test(text)) return invalid(sessionReplies.badLine);
  return parse(text.slice(4).trim());
}

/**
 * Understands one line, given without its LF. Verbs in any case (RFC 5321 §2.4).
 * A line that does not end in CR, or holds control octets or what is no UTF-8, is invalid but does no harm.
 */
export function parseCommand(line: Buffer): SmtpCommand {
  const text = line.toString('latin1', 0, line.length - 1);
  const verb = /^[A-Za-z0-9]*/.exec(text)?.[0].toUpperCase() ?? '';
  const parse = parsers.get(verb);
  if (parse === parseChunk && line[line.length - 1] !== carriageReturn) return parseChunk('');
  if (line[line.length - 1] !== carriageReturn) return invalid(sessionReplies.badLine);
  if (parse !== parseChunk && !isAscii(text)) return parseUtf8(line.subarray(0, -1), parse);
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
/** Beyond ASCII by RFC 6531 §3.3. */
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.\u{80}-\u{10ffff}-]+$/u;
const dotString = /^(?!\.)(?!.*\.\.)(?!.*\.$)/;
const hostName = /^(?![.-])(?!.*\.\.)(?!.*[.-]$)[A-Za-z0-9._-]+$/;
const addressLiteral = /^\[[A-Za-z0-9:.]+\]$/;

/** The local part in its plainest form: quotes that protect nothing go (RFC 5321 §4.1.2). */
function plainLocalPart(written: string): string | null {
  if (!written.startsWith('"')) return atoms.test(written) ? written : null;
  const content = written.slice(1, -1).replace(/\\(.)/g, '$1');
  return atoms.test(content) && dotString.test(content) ? content : written;
}

/** Null: it is neither a name nor a literal. A U-label is the A-label that it stands for (RFC 6531 §3.2). */
function plainDomain(written: string): string | null {
  const domain = isAscii(written) ? written : (toDomainName(written) ?? '');
  return hostName.test(domain) || addressLiteral.test(domain) ? domain : null;
}

/**
 * Reads `<address>` with an optional source route, which is ignored (RFC 5321 §4.1.1.3), or `null` when it is none.
 * A local part alone is allowed: `<postmaster>` needs no domain (RFC 5321 §4.1.1.3).
 */
function parsePath(text: string): ParsedPath | null {
  const match = pathShape.exec(text);
  if (match === null) return null;
  const [, mailbox = '', rest = ''] = match;
  if (Buffer.byteLength(mailbox) + 2 > maxPathOctets) return null;
  if (mailbox === '') return { address: '', rest };
  const at = mailbox.startsWith('"') ? mailbox.indexOf('@', mailbox.lastIndexOf('"')) : mailbox.indexOf('@');
  const local = plainLocalPart(at < 0 ? mailbox : mailbox.slice(0, at));
  if (local === null) return null;
  if (at < 0) return { address: local, rest };
  const domain = plainDomain(mailbox.slice(at + 1));
  return domain === null ? null : { address: `${local}@${domain}`, rest };
}
