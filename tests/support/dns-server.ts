import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { AUTHENTIC_DATA, TRUNCATED_RESPONSE, decode, encode, streamDecode, streamEncode } from 'dns-packet';
import type { Answer, Packet, Question, TlsaData } from 'dns-packet';

export interface DnsRecords {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly { readonly preference: number; readonly exchange: string }[];
  readonly TXT?: readonly string[];
  readonly PTR?: readonly string[];
  readonly TLSA?: readonly TlsaData[];
  readonly CNAME?: string;
  /** Seconds, of each record; 60 otherwise. */
  readonly ttl?: number;
  /** Seconds, by an SOA record, for types that are missing. */
  readonly negativeTtl?: number;
  /** Sets the AD bit for those who ask for it. */
  readonly authentic?: true;
  /** Does not fit into UDP. */
  readonly truncated?: true;
  /** Forged answers with the address 192.0.2.66 come first: another id, another question. */
  readonly forged?: true;
}

/** What is known of a name; a word instead of records scripts a failure. */
export type DnsEntry = DnsRecords | 'servfail' | 'silence';

/** Lower-case names without a trailing dot. Unknown names answer NXDOMAIN. */
export type DnsZone = Record<string, DnsEntry>;

/** A DNS server that knows only what a test tells it. */
export interface DnsServer {
  /** `127.0.0.1:port`, as for DNS_SERVERS. */
  readonly address: string;
  /** Adds or replaces names. */
  add(zone: DnsZone): void;
  /** Forgets all names but these. */
  replace(zone: DnsZone): void;
  /** Questions asked so far, as `TYPE name`, over TCP as `TCP TYPE name`. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

export interface DnsServerOptions {
  /** An old server: refuses what carries EDNS, without repeating the question. */
  readonly withoutEdns?: true;
  /** How long an answer over UDP takes now; at once otherwise. */
  readonly answerAfterMs?: () => number;
  /** Instead of a free port of 127.0.0.1. */
  readonly at?: { readonly host: string; readonly port: number };
}

const defaultTtl = 60;
/** Authoritative answer, recursion available. */
const answerFlags = 0x0480;
const formerr = 1;
const servfail = 2;
const nxdomain = 3;
const forgedAddress = '192.0.2.66';

function recordsFor(type: string, name: string, records: DnsRecords): Answer[] {
  const { A, AAAA, CNAME, MX, PTR, TLSA, TXT, ttl = defaultTtl } = records;
  const base = { name, ttl };
  if (CNAME !== undefined) return [{ ...base, type: 'CNAME', data: CNAME }];
  const makers: Record<string, () => Answer[] | undefined> = {
    A: () => A?.map((data) => ({ ...base, type: 'A', data })),
    AAAA: () => AAAA?.map((data) => ({ ...base, type: 'AAAA', data })),
    MX: () => MX?.map((data) => ({ ...base, type: 'MX', data })),
    TXT: () => TXT?.map((data) => ({ ...base, type: 'TXT', data: data.match(/.{1,255}/gs) ?? [''] })),
    PTR: () => PTR?.map((data) => ({ ...base, type: 'PTR', data })),
    TLSA: () => TLSA?.map((data) => ({ ...base, type: 'TLSA', data })),
  };
  return makers[type]?.() ?? [];
}

function soaFor(name: string, { negativeTtl }: DnsRecords): Answer[] {
  return negativeTtl === undefined
    ? []
    : [
        {
          name,
          type: 'SOA',
          ttl: negativeTtl,
          data: { mname: 'ns.example', rname: 'a.example', minimum: negativeTtl },
        },
      ];
}

type Reply = Pick<Packet, 'answers' | 'authorities'> & { readonly flags: number };

function replyTo(question: Question, zone: DnsZone, asksForProof: boolean): Reply | null {
  const entry = zone[question.name.toLowerCase()];
  if (entry === 'silence') return null;
  if (entry === 'servfail') return { flags: answerFlags | servfail, answers: [] };
  if (entry === undefined) return { flags: answerFlags | nxdomain, answers: [] };
  const answers = recordsFor(question.type, question.name, entry);
  const followed = entry.CNAME === undefined ? undefined : zone[entry.CNAME.toLowerCase()];
  if (entry.CNAME !== undefined && typeof followed === 'object') {
    answers.push(...recordsFor(question.type, entry.CNAME, followed));
  }
  const isDangling = entry.CNAME !== undefined && followed === undefined;
  const proof = entry.authentic === true && asksForProof ? AUTHENTIC_DATA : 0;
  return {
    flags: answerFlags | proof | (isDangling ? nxdomain : 0),
    answers,
    authorities: answers.length === 0 ? soaFor(question.name, entry) : [],
  };
}

function forgeries(id: number, question: Question): Packet[] {
  const answers: Answer[] = [{ name: question.name, type: 'A', ttl: defaultTtl, data: forgedAddress }];
  const common = { type: 'response', flags: answerFlags, answers } as const;
  return [
    { ...common, id: id ^ 1, questions: [question] },
    { ...common, id, questions: [{ ...question, name: `x.${question.name}` }] },
    { ...common, id, type: 'query', questions: [question] },
  ];
}

/** What becomes of a response on its way over UDP. */
function distort(response: Packet, question: Question, { forged, truncated }: DnsRecords): Packet[] {
  const { id = 0, flags = 0 } = response;
  const last = truncated === true ? { ...response, flags: flags | TRUNCATED_RESPONSE, answers: [] } : response;
  return [...(forged === true ? forgeries(id, question) : []), last];
}

/** A TCP server and a UDP socket on one port: a free one if it is 0. */
async function bindBoth(host: string, wanted: number): Promise<{ tcp: Server; udp: UdpSocket; port: number }> {
  for (;;) {
    const tcp = createServer();
    tcp.listen(wanted, host);
    await once(tcp, 'listening');
    const { port } = tcp.address() as AddressInfo;
    const udp = createSocket('udp4');
    udp.bind(port, host);
    try {
      await once(udp, 'listening');
      return { tcp, udp, port };
    } catch (error) {
      // Another test has the UDP port.
      udp.close();
      tcp.close();
      if (wanted !== 0) throw error;
    }
  }
}

/** Starts a DNS server (UDP and TCP). */
export async function startDnsServer(initial: DnsZone = {}, options: DnsServerOptions = {}): Promise<DnsServer> {
  let zone: DnsZone = { ...initial };
  const questions: string[] = [];
  const { host, port: wanted } = options.at ?? { host: '127.0.0.1', port: 0 };
  const { tcp, udp, port } = await bindBoth(host, wanted);

  /** The packets to be sent; none for silence. */
  const respond = (request: Packet, isTcp: boolean): Packet[] => {
    const { id = 0, flags = 0, additionals = [], questions: [question] = [] } = request;
    if (question === undefined) return [];
    const name = question.name.toLowerCase();
    questions.push(`${isTcp ? 'TCP ' : ''}${question.type} ${name}`);
    if (options.withoutEdns === true && additionals.length > 0) {
      return [{ type: 'response', id, flags: answerFlags | formerr }];
    }
    const reply = replyTo(question, zone, (flags & AUTHENTIC_DATA) !== 0);
    if (reply === null) return [];
    const response: Packet = { type: 'response', id, questions: [question], ...reply };
    const entry = zone[name];
    return isTcp || typeof entry !== 'object' ? [response] : distort(response, question, entry);
  };

  udp.on('message', (packet, client) => {
    const answer = (): void => {
      for (const response of respond(decode(packet), false)) udp.send(encode(response), client.port, client.address);
    };
    const afterMs = options.answerAfterMs?.() ?? 0;
    if (afterMs === 0) answer();
    else setTimeout(answer, afterMs);
  });
  tcp.on('connection', (socket) => {
    socket.on('error', () => {});
    // Queries are small: each comes in one piece over loopback.
    socket.once('data', (octets) => {
      // In two pieces, so that whoever reads has to put them together.
      for (const response of respond(streamDecode(octets), true)) {
        const packet = streamEncode(response);
        socket.write(packet.subarray(0, 3));
        setImmediate(() => socket.end(packet.subarray(3)));
      }
    });
  });
  return {
    address: `${host}:${port}`,
    add: (more) => {
      Object.assign(zone, more);
    },
    replace: (others) => {
      zone = { ...others };
    },
    questions,
    close: async () => {
      tcp.close();
      udp.close();
      await Promise.all([once(tcp, 'close'), once(udp, 'close')]);
    },
  };
}
