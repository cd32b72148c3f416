/** A path of MAIL or RCPT and what follows it. */
export interface ParsedPath {
  /** Without angle brackets, source route and needless quotes; empty for `<>`. */
  readonly address: string;
  /** The parameters behind the path. */
  readonly rest: string;
}

/** RFC 5321 §4.5.3.1.3, brackets included. */
const maxPathOctets = 256;

// "<" [source route ":"] (local part ["@" domain])? ">" [" " parameters]
const pathShape = /^<(?:@[^:<>"\s]*:)?((?:"(?:[^"\\]|\\.)*"|[^\s"<>@]+)(?:@[^\s"<>@]+)?)?>(?: +(.*))?$/;
const atoms = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]+$/;
const dotString = /^(?!\.)(?!.*\.\.)(?!.*\.$)/;
const hostName = /^(?![.-])(?!.*\.\.)(?!.*[.-]$)[A-Za-z0-9._-]+$/;
const addressLiteral = /^\[[A-Za-z0-9:.]+\]$/;

/** The local part in its plainest form: quotes that protect nothing go (RFC 5321 §4.1.2). */
function plainLocalPart(written: string): string | null {
  if (!written.startsWith('"')) return atoms.test(written) ? written : null;
  const content = written.slice(1, -1).replace(/\\(.)/g, '$1');
  return atoms.test(content) && dotString.test(content) ? content : written;
}

/**
 * Reads `<address>` with an optional source route, which is ignored (RFC 5321 §4.1.1.3), or `null` when it is none.
 * A local part alone is allowed: `<postmaster>` needs no domain (RFC 5321 §4.1.1.3).
 */
export function parsePath(text: string): ParsedPath | null {
  const match = pathShape.exec(text);
  if (match === null) return null;
  const [, mailbox = '', rest = ''] = match;
  if (mailbox.length + 2 > maxPathOctets) return null;
  if (mailbox === '') return { address: '', rest };
  const at = mailbox.startsWith('"') ? mailbox.indexOf('@', mailbox.lastIndexOf('"')) : mailbox.indexOf('@');
  const local = plainLocalPart(at < 0 ? mailbox : mailbox.slice(0, at));
  if (local === null) return null;
  if (at < 0) return { address: local, rest };
  const domain = mailbox.slice(at + 1);
  return hostName.test(domain) || addressLiteral.test(domain) ? { address: `${local}@${domain}`, rest } : null;
}
