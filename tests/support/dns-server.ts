import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';
import type { Answer, Question } from 'dns-packet';

export interface DnsRecords {
  readonly A?: readonly string[];
  readonly AAAA?: readonly string[];
  readonly MX?: readonly { readonly preference: number; readonly exchange: string }[];
  readonly TXT?: readonly string[];
  readonly CNAME?: string;
}

/** What is known of a name; a word instead of records scripts a failure. */
export type DnsEntry = DnsRecords | 'servfail' | 'silence';

/** Lower-case names without a trailing dot. Unknown names answer NXDOMAIN. */
export type DnsZone = Record<string, DnsEntry>;

/** A DNS server on loopback that knows only what a test tells it. */
export interface DnsServer {
  /** `127.0.0.1:port`, as for DNS_SERVERS. */
  readonly address: string;
  /** Adds or replaces names. */
  add(zone: DnsZone): void;
  /** Questions asked so far, as `TYPE name`. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const ttlSeconds = 60;
/** Authoritative answer, recursion available. */
const answerFlags = 0x0480;
const servfail = 2;
const nxdomain = 3;

const recordsFor = (type: string, name: string, records: DnsRecords): Answer[] => {
  const base = { name, ttl: ttlSeconds };
  if (records.CNAME !== undefined) return [{ ...base, type: 'CNAME', data: records.CNAME }];
  switch (type) {
    case 'A':
      return (records.A ?? []).map((data) => ({ ...base, type: 'A', data }));
    case 'AAAA':
      return (records.AAAA ?? []).map((data) => ({ ...base, type: 'AAAA', data }));
    case 'MX':
      return (records.MX ?? []).map((data) => ({ ...base, type: 'MX', data }));
    case 'TXT':
      return (records.TXT ?? []).map((data) => ({ ...base, type: 'TXT', data: data.match(/.{1,255}/gs) ?? [''] }));
    default:
      return [];
  }
};

const answer = (question: Question, zone: DnsZone): { flags: number; answers: Answer[] } | null => {
  const name = question.name.toLowerCase();
  const entry = zone[name];
  if (entry === 'silence') return null;
  if (entry === 'servfail') return { flags: answerFlags | servfail, answers: [] };
  if (entry === undefined) return { flags: answerFlags | nxdomain, answers: [] };
  const answers = recordsFor(question.type, question.name, entry);
  const followed = entry.CNAME === undefined ? undefined : zone[entry.CNAME.toLowerCase()];
  if (entry.CNAME !== undefined && typeof followed === 'object') {
    answers.push(...recordsFor(question.type, entry.CNAME, followed));
  }
  return { flags: answerFlags, answers };
};

/** Starts a DNS server (UDP) on a free port of 127.0.0.1. */
export const startDnsServer = async (initial: DnsZone = {}): Promise<DnsServer> => {
  const zone: DnsZone = { ...initial };
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (packet, client) => {
    const request = decode(packet);
    const [question] = request.questions ?? [];
    if (question === undefined) return;
    questions.push(`${question.type} ${question.name.toLowerCase()}`);
    const given = answer(question, zone);
    if (given === null) return;
    socket.send(
      encode({ type: 'response', id: request.id ?? 0, questions: [question], ...given }),
      client.port,
      client.address,
    );
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    add: (more) => {
      Object.assign(zone, more);
    },
    questions,
    close: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
};
