import type { Cut } from '#mail/trackers/find-trackers.ts';

const lf = 0x0a;

/** The line of what is kept, up to where it has come. */
interface Line {
  readonly length: number;
  /** Three characters at most. */
  readonly head: string;
  readonly endsBlank: boolean;
}

function goOn(line: Line, octets: Buffer): Line {
  if (octets.length === 0) return line;
  const last = octets[octets.length - 1];
  const endsBlank = last === 0x20 || last === 0x09;
  const start = octets.lastIndexOf(lf) + 1;
  const head = octets.toString('latin1', start, start + 3);
  if (start > 0) return { length: octets.length - start, head, endsBlank };
  return { length: line.length + octets.length, head: `${line.head}${head}`.slice(0, 3), endsBlank };
}

/** What joins what stands before a cut with what follows, so that no line gets longer and none loses its blank at the end. */
function jointOf(line: Line, { content, quoted }: Spliced, cut: Cut): string {
  const lineEnd = quoted ? '=\r\n' : '\r\n';
  if (content.subarray(cut.from, cut.to).includes(lf)) return line.length === 0 ? '' : lineEnd;
  const next = content[cut.to];
  const isLast = next === undefined || next === 0x0d;
  return quoted && isLast && line.endsBlank ? lineEnd : '';
}

interface Spliced {
  /** In quoted-printable or under no encoding. */
  readonly content: Buffer;
  readonly quoted: boolean;
}

/**
 * The content of a part without what is cut, every other octet as it was. A cut that went over a line's end leaves one, as a soft one
 * where there are such. Where a line begins as a delimiter may (RFC 2046 §5.1.1), or would come to, the cut is not made.
 */
export function splice(spliced: Spliced, cuts: readonly Cut[]): Buffer {
  const { content } = spliced;
  const pieces: Buffer[] = [];
  let line: Line = { length: 0, head: '', endsBlank: false };
  let [taken, seen] = [0, 0];
  for (const cut of cuts) {
    line = goOn(line, content.subarray(seen, cut.from));
    seen = cut.to;
    const joint = jointOf(line, spliced, cut);
    const joined = goOn(line, Buffer.from(joint));
    const head = `${joined.head}${content.toString('latin1', cut.to, cut.to + 3)}`;
    if (/^--(?!>)/u.test(head)) {
      line = goOn(line, content.subarray(cut.from, cut.to));
      continue;
    }
    pieces.push(content.subarray(taken, cut.from), Buffer.from(joint));
    [line, taken] = [joined, cut.to];
  }
  return Buffer.concat([...pieces, content.subarray(taken)]);
}
