import { isIPv4 } from 'node:net';
import type { Answer } from 'dns-packet';
import { reverseDigits } from '#platform/ip.ts';
import type { DnsType } from '#protocol/dns/ask-server.ts';
import type { MxRecord, TlsaRecord } from '#protocol/dns/resolver.ts';

/** How a type of record is asked for and read. */
export interface RecordType<T> {
  readonly type: DnsType;
  readonly wantsProof: boolean;
  /** Null for what is no such record. */
  readonly read: (answer: Answer) => T | null;
}

export function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}

function address(type: 'A' | 'AAAA'): RecordType<string> {
  return {
    type,
    wantsProof: true,
    read: (answer) => (answer.type === type ? answer.data : null),
  };
}

const mx: RecordType<MxRecord> = {
  type: 'MX',
  wantsProof: true,
  read: (answer) =>
    answer.type === 'MX'
      ? { exchange: plainName(answer.data.exchange), preference: answer.data.preference ?? 0 }
      : null,
};

/** Octets as they come: the type of the package allows more than it gives. */
function textOf(data: string | Buffer | readonly (string | Buffer)[]): string {
  if (typeof data === 'string') return data;
  return Buffer.isBuffer(data) ? data.toString('latin1') : data.map(textOf).join('');
}

/** Several strings in one record are one text (RFC 7208 §3.3). */
const txt: RecordType<string> = {
  type: 'TXT',
  wantsProof: false,
  read: (answer) => (answer.type === 'TXT' ? textOf(answer.data) : null),
};

const cname: RecordType<string> = {
  type: 'CNAME',
  wantsProof: true,
  read: (answer) => (answer.type === 'CNAME' ? plainName(answer.data) : null),
};

const ptr: RecordType<string> = {
  type: 'PTR',
  wantsProof: false,
  read: (answer) => (answer.type === 'PTR' ? plainName(answer.data) : null),
};

const tlsa: RecordType<TlsaRecord> = {
  type: 'TLSA',
  wantsProof: true,
  read: (answer) => {
    if (answer.type !== 'TLSA') return null;
    const { usage, selector, matchingType, certificate } = answer.data;
    // The packet is as large as all its records together; only this part is kept.
    return { usage, selector, matchingType, data: Buffer.from(certificate) };
  },
};

export const recordTypes = { a: address('A'), aaaa: address('AAAA'), mx, txt, cname, ptr, tlsa };

/** The reverse name of an IP address, under which its PTR records stand (RFC 1035 §3.5, RFC 3596 §2.5). */
export function reverseName(address: string): string {
  return `${reverseDigits(address)}.${isIPv4(address) ? 'in-addr' : 'ip6'}.arpa`;
}
