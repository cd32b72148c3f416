import { crc32, deflateRawSync } from 'node:zlib';

const dayMs = 24 * 60 * 60 * 1000;

export interface AggregateParts {
  readonly id?: string;
  readonly domain?: string;
  /** Begin of the day that it is about. */
  readonly begin?: number;
  /** Records as they stand there. */
  readonly records?: readonly string[];
}

export function aggregateRecord(
  ip: string,
  count: number,
  fate: { dkim?: string; spf?: string; disposition?: string } = {},
) {
  const { dkim = 'pass', spf = 'pass', disposition = 'none' } = fate;
  return `<record><row><source_ip>${ip}</source_ip><count>${count}</count><policy_evaluated><disposition>${disposition}</disposition><dkim>${dkim}</dkim><spf>${spf}</spf></policy_evaluated></row><identifiers><header_from>kauke.test</header_from></identifiers></record>`;
}

/** An aggregate report of DMARC, of yesterday unless told otherwise. */
export function aggregateXml(now: number, parts: AggregateParts = {}): string {
  const {
    id = 'r-1',
    domain = 'kauke.test',
    begin = yesterday(now),
    records = [aggregateRecord('198.51.100.9', 5)],
  } = parts;
  const beginSeconds = Math.floor(begin / 1000);
  return `<?xml version="1.0" encoding="UTF-8"?>
<feedback xmlns="urn:ietf:params:xml:ns:dmarc-2.0"><version>1.0</version>
<report_metadata><org_name>Reporter</org_name><email>noreply@reporter.example</email><report_id>${id}</report_id>
<date_range><begin>${beginSeconds}</begin><end>${beginSeconds + 86_399}</end></date_range></report_metadata>
<policy_published><domain>${domain}</domain><p>reject</p></policy_published>${records.join('')}</feedback>`;
}

/** The begin of the day before (UTC). */
export function yesterday(now: number): number {
  return Math.floor(now / dayMs) * dayMs - dayMs;
}

export interface TlsParts {
  readonly id?: string;
  readonly domains?: readonly string[];
  readonly failures?: Readonly<Record<string, number>>;
}

/** A TLS report of yesterday with ten safe sessions for each domain. */
export function tlsJson(now: number, { id = 't-1', domains = ['kauke.test'], failures = {} }: TlsParts = {}): string {
  const begin = yesterday(now);
  return JSON.stringify({
    'organization-name': 'Reporter',
    'date-range': {
      'start-datetime': new Date(begin).toISOString(),
      'end-datetime': new Date(begin + dayMs - 1000).toISOString(),
    },
    'contact-info': 'tls@reporter.example',
    'report-id': id,
    policies: domains.map((domain) => ({
      policy: { 'policy-type': 'sts', 'policy-string': [], 'policy-domain': domain },
      summary: {
        'total-successful-session-count': 10,
        'total-failure-session-count': Object.values(failures).reduce((sum, count) => sum + count, 0),
      },
      'failure-details': Object.entries(failures).map(([type, count]) => ({
        'result-type': type,
        'failed-session-count': count,
      })),
    })),
  });
}

/** An archive of files, as a packer writes it. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = deflateRawSync(text);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(text), 10);
    facts.writeUInt32LE(content.length, 14);
    facts.writeUInt32LE(Buffer.byteLength(text), 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), facts, Buffer.from(name), content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), facts, place, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}

/** A message with one attachment. */
export function reportMessage(
  from: string,
  { type, name, octets }: { readonly type: string; readonly name: string; readonly octets: Buffer | string },
): string {
  const lines = Buffer.from(octets).toString('base64').replaceAll(/.{76}/g, '$&\r\n');
  return [
    `From: Reports <${from}>`,
    'To: dmarc-report@kauke.test',
    'Subject: Report domain: kauke.test',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is a report.',
    '--b',
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    'Content-Transfer-Encoding: base64',
    '',
    lines,
    '--b--',
    '',
  ].join('\r\n');
}
