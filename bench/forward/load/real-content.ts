/** The fields of a message that tell what its body is, and the body. */
export interface RealContent {
  readonly fields: readonly string[];
  readonly body: Buffer;
}

const kilobyte = 1000;
const boundary = '=_part_of_the_harbour_mail';
const lineOctets = 76;
/** Four octets for three. */
const base64Growth = 4 / 3;

const sentence = 'The harbour office opens at eight and answers letters in the order in which they came. ';
const row =
  '<tr><td style="padding:12px 24px;font-family:Arial,sans-serif"><a href="https://www.harbour.example/news/NUMBER">Ferries</a></td></tr>';

/** Of one hundred messages: what people get, by our own choice. Nobody's mail was looked at for it. */
const mix = [
  { kind: 'text', share: 35, least: 2, most: 6 },
  { kind: 'html', share: 46, least: 15, most: 75 },
  { kind: 'files', share: 17, least: 100, most: 400 },
  { kind: 'calendar', share: 2, least: 4, most: 8 },
] as const;

/** The same for the same message each time, and all sizes over many of them. */
function spread(index: number, least: number, most: number): number {
  const steps = 97;
  return Math.round((least + ((most - least) * ((index * 31) % steps)) / steps) * kilobyte);
}

function repeatTo(bytes: number, make: (number: number) => string): string {
  const lines: string[] = [];
  for (let made = 0, number = 0; made < bytes; number += 1) {
    const line = make(number);
    lines.push(line);
    made += line.length + 2;
  }
  return lines.join('\r\n');
}

function text(index: number, bytes: number): string {
  return repeatTo(bytes, (number) => `${index + number} ${sentence}`.slice(0, lineOctets));
}

function html(index: number, bytes: number): string {
  const rows = repeatTo(bytes, (number) => row.replace('NUMBER', `${index}-${number}`));
  return `<html><body><table>\r\n${rows}\r\n</table></body></html>`;
}

function base64(index: number, bytes: number): string {
  const octets = Buffer.alloc(Math.round(bytes / base64Growth));
  // Neither compressible nor alike: a walk over all values.
  for (let at = 0, value = index; at < octets.length; at += 1) {
    value = (Math.imul(value, 1_103_515_245) + 12_345) >>> 0;
    octets[at] = value >>> 24;
  }
  return octets.toString('base64').replaceAll(/(.{76})/g, '$1\r\n');
}

interface Part {
  readonly type: string;
  readonly encoding?: string;
  readonly content: string;
}

function join(parts: readonly Part[]): Buffer {
  const written = parts.map(({ type, encoding = '7bit', content }) =>
    [`--${boundary}`, `Content-Type: ${type}`, `Content-Transfer-Encoding: ${encoding}`, '', content, ''].join('\r\n'),
  );
  return Buffer.from(`${written.join('')}--${boundary}--\r\n`);
}

function calendar(index: number): string {
  const day = String(1 + (index % 28)).padStart(2, '0');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Harbour//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${index}@harbour.example`,
    'DTSTAMP:20261121T100000Z',
    `DTSTART:202612${day}T100000Z`,
    'SUMMARY:Ferry',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
}

const plainType = 'text/plain; charset=utf-8';

/** What a message with this number is made of. */
export function makeRealContent(index: number): RealContent {
  // 37 has no common factor with 100, so each hundred holds the whole mix, and no kind comes in a row.
  let place = (index * 37) % 100;
  const chosen = mix.find(({ share }) => (place -= share) < 0) ?? mix[0];
  const bytes = spread(index, chosen.least, chosen.most);
  const multipart = (kind: string): string[] => [`Content-Type: multipart/${kind}; boundary="${boundary}"`];
  const words = { type: plainType, content: text(index, kilobyte) };
  switch (chosen.kind) {
    case 'text':
      return {
        fields: [`Content-Type: ${plainType}`, 'Content-Transfer-Encoding: 7bit'],
        body: Buffer.from(`${text(index, bytes)}\r\n`),
      };
    case 'html':
      return {
        fields: multipart('alternative'),
        body: join([words, { type: 'text/html; charset=utf-8', content: html(index, bytes) }]),
      };
    case 'files': {
      const file = { type: 'application/pdf; name="timetable.pdf"', encoding: 'base64', content: base64(index, bytes) };
      return { fields: multipart('mixed'), body: join([words, file]) };
    }
    case 'calendar': {
      const event = { type: 'text/calendar; charset=utf-8; method=PUBLISH', content: calendar(index) };
      return { fields: multipart('alternative'), body: join([{ ...words, content: text(index, bytes) }, event]) };
    }
  }
}
