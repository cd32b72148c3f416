import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sentReportWords } from '#messages/server/sent-reports.ts';
import { writeBase64Lines } from '#protocol/message/base64-lines.ts';
import { type ComposedMail, formatDate, joinHeader, makeField } from '#protocol/message/header-fields.ts';

export interface ReportMail {
  readonly kind: 'dmarc' | 'tls';
  /** About which domain, by which of ours: A-labels. */
  readonly domain: string;
  readonly submitter: string;
  /** In letters and digits. */
  readonly number: string;
  /** Milliseconds since 1970. */
  readonly begin: number;
  readonly end: number;
  readonly from: string;
  readonly to: string;
  readonly now: Date;
  /** XML or JSON. */
  readonly text: string;
}

const pack = promisify(gzip);

const forms = {
  dmarc: { type: 'application/gzip', extension: 'xml.gz', container: 'multipart/mixed' },
  tls: { type: 'application/tlsrpt+gzip', extension: 'json.gz', container: 'multipart/report; report-type="tlsrpt"' },
} as const;

/**
 * A mail that carries a report, packed (RFC 9990 §3.5.2, RFC 7489 §7.2.1.1, RFC 8460 §5.1, §5.3): subject and file name tell a program what it is, and the same
 * report has the same ones whenever it is sent.
 */
export async function composeReportMail(report: ReportMail): Promise<ComposedMail> {
  const { kind, domain, submitter, number, begin, end, from, to, now, text } = report;
  const { type, extension, container } = forms[kind];
  const seconds = [begin, end].map((ms) => String(Math.floor(ms / 1000)));
  const file = [submitter, domain, ...seconds, `${number}.${extension}`].join('!');
  const boundary = `=_${number}`;
  const header = joinHeader([
    makeField('From', `Kauke <${from}>`),
    makeField('To', `<${to}>`),
    makeField('Subject', `Report Domain: ${domain} Submitter: ${submitter} Report-ID: <${number}@${submitter}>`),
    makeField('Date', formatDate(now)),
    makeField('Message-ID', `<${number}.${seconds[0]}@${submitter}>`),
    ...(kind === 'tls' ? [makeField('TLS-Report-Domain', domain), makeField('TLS-Report-Submitter', submitter)] : []),
    makeField('MIME-Version', '1.0'),
    makeField('Content-Type', `${container}; boundary="${boundary}"`),
    makeField('Auto-Submitted', 'auto-generated'),
  ]);
  const lead = [
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    '',
    ...sentReportWords[kind](domain),
    '',
    `--${boundary}`,
    `Content-Type: ${type}; name="${file}"`,
    `Content-Disposition: attachment; filename="${file}"`,
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ];
  const packed = writeBase64Lines(await pack(text));
  return {
    header,
    body: Buffer.concat([Buffer.from(lead.join('\r\n')), packed, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
