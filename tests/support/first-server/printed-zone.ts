import type { DnsRecords, DnsZone } from '#support/dns-server.ts';

type Reader = (value: string) => DnsRecords;

function bare(name: string): string {
  return name.replace(/\.$/u, '').toLowerCase();
}

/** RFC 1035 §5.1, as far as the records that `setup` prints use it. */
const readers: Readonly<Record<string, Reader>> = {
  A: (value) => ({ A: [value] }),
  MX: (value) => {
    const [preference, exchange = ''] = value.split(' ');
    return { MX: [{ preference: Number(preference), exchange: bare(exchange) }] };
  },
  CNAME: (value) => ({ CNAME: bare(value) }),
  TXT: (value) => ({ TXT: [[...value.matchAll(/"([^"]*)"/gu)].map(([, part = '']) => part).join('')] }),
  TLSA: (value) => {
    const [usage, selector, matchingType, certificate = ''] = value.split(' ');
    const numbers = { usage: Number(usage), selector: Number(selector), matchingType: Number(matchingType) };
    return { TLSA: [{ ...numbers, certificate: Buffer.from(certificate, 'hex') }] };
  },
};

/** The records that `setup` printed, as somebody publishes them. */
export function readPrintedZone(text: string): DnsZone {
  const zone: Record<string, DnsRecords> = {};
  for (const [, name = '', type = '', value = ''] of text.matchAll(/^(\S+\.) +IN ([A-Z]+) (.+)$/gmu)) {
    const read = readers[type];
    if (read === undefined) throw new Error(`a record of type ${type} was printed`);
    zone[bare(name)] = { ...zone[bare(name)], ...read(value.trim()) };
  }
  return zone;
}
