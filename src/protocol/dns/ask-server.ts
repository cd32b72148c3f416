import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import { AUTHENTIC_DATA, RECURSION_DESIRED, decode, encode, streamEncode } from 'dns-packet';
import type { Answer, DecodedPacket, Packet } from 'dns-packet';
import type { NameServer } from '#protocol/dns/name-server.ts';

export type DnsType = 'A' | 'AAAA' | 'MX' | 'TXT' | 'PTR' | 'TLSA' | 'CNAME';

export interface DnsQuestion {
  readonly type: DnsType;
  /** Lower case, without a trailing dot. */
  readonly name: string;
  /** Whether the answer's authenticity is of interest: sets the AD bit (RFC 6840 §5.7). */
  readonly wantsProof: boolean;
}

interface Exchange {
  readonly server: NameServer;
  readonly query: Packet;
  readonly signal: AbortSignal;
}

/** What passes every network without being cut into fragments, which can be forged (RFC 9715 §3.2). */
const udpPayloadBytes = 1232;
const edns: Answer = {
  type: 'OPT',
  name: '.',
  udpPayloadSize: udpPayloadBytes,
  extendedRcode: 0,
  ednsVersion: 0,
  flags: 0,
  flag_do: false,
  options: [],
};
/** Length prefix and the longest message it can announce (RFC 1035 §4.2.2). */
const maxTcpBytes = 2 + 65_535;

/** Response codes (RFC 1035 §4.1.1). */
export const rcodes = { ok: 0, badFormat: 1, noName: 3, notImplemented: 4 } as const;

export function rcodeOf({ flags = 0 }: Packet): number {
  return flags & 0xf;
}

function echoes({ questions: [asked] = [] }: Packet, response: Packet): boolean {
  const [echoed, another] = response.questions ?? [];
  // A server that cannot read EDNS may not even repeat the question; it is asked again without.
  if (echoed === undefined) return rcodeOf(response) === rcodes.badFormat;
  const { type, name, class: recordClass } = echoed;
  return another === undefined && type === asked?.type && recordClass === 'IN' && name.toLowerCase() === asked.name;
}

/** The response to this very query, its question echoed; null for anything else (RFC 5452 §9.1). */
function readResponse(octets: Buffer, query: Packet): DecodedPacket | null {
  try {
    const response = decode(octets);
    return response.flag_qr && response.id === query.id && echoes(query, response) ? response : null;
  } catch {
    return null;
  }
}

/** Each query has a socket of its own, so that the system draws a random port for it. */
function askByUdp({ server, query, signal }: Exchange): Promise<DecodedPacket | null> {
  return new Promise((resolve) => {
    const socket = createSocket(server.family === 6 ? 'udp6' : 'udp4');
    let settled = false;
    const settle = (response: DecodedPacket | null): void => {
      if (settled) return;
      settled = true;
      signal.removeEventListener('abort', onAbort);
      socket.close();
      resolve(response);
    };
    const onAbort = (): void => settle(null);
    signal.addEventListener('abort', onAbort);
    socket.on('error', () => settle(null));
    socket.on('message', (octets) => {
      const response = readResponse(octets, query);
      // What does not fit may be forged: the true response can still come.
      if (response !== null) settle(response);
    });
    // As an event: a callback would get the error that the socket otherwise tells.
    socket.once('connect', () => {
      if (!settled) socket.send(encode(query));
    });
    socket.connect(server.port, server.host);
  });
}

function askByTcp({ server, query, signal }: Exchange): Promise<DecodedPacket | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: server.host, port: server.port });
    let octets = Buffer.alloc(0);
    const settle = (response: DecodedPacket | null): void => {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
      resolve(response);
    };
    const onAbort = (): void => settle(null);
    if (signal.aborted) return settle(null);
    signal.addEventListener('abort', onAbort);
    socket.on('error', () => settle(null));
    socket.on('close', () => settle(null));
    socket.on('data', (chunk) => {
      octets = Buffer.concat([octets, chunk]);
      const isWhole = octets.length >= 2 && octets.length >= 2 + octets.readUInt16BE(0);
      if (isWhole || octets.length > maxTcpBytes) settle(readResponse(octets.subarray(2), query));
    });
    socket.write(streamEncode(query));
  });
}

async function exchange(ask: Exchange): Promise<DecodedPacket | null> {
  const response = await askByUdp(ask);
  return response?.flag_tc === true ? askByTcp(ask) : response;
}

/**
 * A DNS query: asks one server one question, over UDP, and over TCP when the answer is cut off (RFC 7766 §5). Null when
 * nothing that answers this very question comes before `signal` aborts. Never rejects. `id`: 16 random bits.
 */
export async function askServer(
  server: NameServer,
  { type, name, wantsProof }: DnsQuestion,
  { id, signal }: { readonly id: number; readonly signal: AbortSignal },
): Promise<DecodedPacket | null> {
  const query: Packet = {
    type: 'query',
    id,
    flags: RECURSION_DESIRED | (wantsProof ? AUTHENTIC_DATA : 0),
    questions: [{ type, name, class: 'IN' }],
  };
  const response = await exchange({ server, query: { ...query, additionals: [edns] }, signal });
  // Servers that do not know EDNS (RFC 6891 §7).
  const isLost =
    response !== null && [rcodes.badFormat, rcodes.notImplemented].some((rcode) => rcode === rcodeOf(response));
  return isLost ? exchange({ server, query, signal }) : response;
}
