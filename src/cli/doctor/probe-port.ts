import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { type DoctorContext, patienceMs } from '#cli/doctor/doctor-context.ts';
import { errorCode } from '#config/start-error.ts';
import { DialError } from '#protocol/net/dialer.ts';

/** One port of a host. */
export interface Port {
  readonly host: string;
  readonly port: number;
}

/** A port that speaks TLS, from the first octet or after STARTTLS. */
export interface TlsPort extends Port {
  /** What its certificate must be for. */
  readonly hostname: string;
  /** It begins in clear text. */
  readonly inClear: boolean;
  /** Goes before all else, where we count as a proxy. */
  readonly preface: string;
  readonly protocol: 'smtp' | 'pop3' | 'http';
}

/** The certificate that a port shows. */
export interface ShownCertificate {
  readonly trusted: boolean;
  /** Why not; empty where it is. */
  readonly reason: string;
  readonly certificate: X509Certificate;
}

/** In one word or two. */
export function whyNot(error: unknown): string {
  if (error instanceof DialError) return error.fault;
  return error instanceof Error && error.name === 'AbortError' ? 'silent' : errorCode(error);
}

/** Runs `talk` on a connection, and closes it. @throws DialError, and what `talk` throws */
export async function withConnection<Result>(
  { dial }: Pick<DoctorContext, 'dial'>,
  { host, port }: Port,
  talk: (socket: Socket, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const signal = AbortSignal.timeout(patienceMs);
  const socket = await dial(host, port, signal);
  signal.addEventListener('abort', () => socket.destroy());
  try {
    return await talk(socket, signal);
  } finally {
    socket.destroy();
  }
}

/** What a whole reply holds (RFC 5321 §4.2.1, RFC 1939 §3). */
const wholeReplies = { smtp: /^\d{3} [^\n]*\n/m, pop3: /^(?:\+OK|-ERR)[^\n]*\n/m } as const;

/** The next reply, whole. */
export async function readReply(
  socket: Socket,
  signal: AbortSignal,
  protocol: keyof typeof wholeReplies = 'smtp',
): Promise<string> {
  let text = '';
  while (!wholeReplies[protocol].test(text)) {
    const [chunk] = (await once(socket, 'data', { signal })) as [Buffer];
    text += chunk.toString('latin1');
  }
  return text;
}

async function startTls(socket: Socket, signal: AbortSignal): Promise<void> {
  await readReply(socket, signal);
  for (const command of ['EHLO doctor.invalid', 'STARTTLS']) {
    socket.write(`${command}\r\n`);
    if (!(await readReply(socket, signal)).startsWith('2')) throw new Error('no STARTTLS');
  }
}

/** Runs `talk` over TLS, and closes it: it outlives the socket below. Whether the chain is good is what we want to know. */
export async function withTls<Result>(
  { authorities }: Pick<DoctorContext, 'authorities'>,
  { socket, hostname, signal }: { readonly socket: Socket; readonly hostname: string; readonly signal: AbortSignal },
  talk: (secure: TLSSocket) => Promise<Result>,
): Promise<Result> {
  const secure = connectTls({
    socket,
    rejectUnauthorized: false,
    ...(isIP(hostname) === 0 ? { servername: hostname } : { host: hostname }),
    ...(authorities === null ? {} : { ca: authorities }),
  });
  // What waits hears of it by `once`; between two waits an error would end the program.
  secure.on('error', () => {});
  try {
    await once(secure, 'secureConnect', { signal });
    return await talk(secure);
  } finally {
    secure.destroy();
  }
}

/** Ends a session as a client does, so that it holds nothing up: who just goes is waited for. */
async function quit(secure: TLSSocket, signal: AbortSignal, { protocol, inClear }: TlsPort): Promise<void> {
  if (protocol === 'http') return;
  if (!inClear) await readReply(secure, signal, protocol);
  secure.write('QUIT\r\n');
  await readReply(secure, signal, protocol);
}

/** @throws DialError, and whatever ends a conversation */
export function readCertificate(
  context: Pick<DoctorContext, 'dial' | 'authorities'>,
  port: TlsPort,
): Promise<ShownCertificate> {
  return withConnection(context, port, async (socket, signal) => {
    if (port.preface !== '') socket.write(port.preface);
    if (port.inClear) await startTls(socket, signal);
    return withTls(context, { socket, hostname: port.hostname, signal }, async (secure) => {
      const certificate = secure.getPeerX509Certificate();
      if (certificate === undefined) throw new Error('no certificate');
      await quit(secure, signal, port);
      return { trusted: secure.authorized, reason: secure.authorizationError?.toString() ?? '', certificate };
    });
  });
}
