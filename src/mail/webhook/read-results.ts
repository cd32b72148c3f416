/** What one method said, as programs read it. */
export interface MethodResult {
  /** For example `pass`. */
  readonly result: string;
  /** The domain it is about; null where there is none. */
  readonly domain: string | null;
}

/** Our own Authentication-Results, taken apart. */
export interface AuthResults {
  readonly spf: MethodResult | null;
  /** One for each signature that was looked at. */
  readonly dkim: readonly MethodResult[];
  readonly dmarc: MethodResult | null;
  readonly arc: MethodResult | null;
}

interface Entry extends MethodResult {
  readonly method: string;
}

const comments = /\([^()]*\)/g;
const head = /^([a-z0-9-]+)=([a-z]+)/i;
const domainProperty = /\s(?:smtp\.mailfrom|smtp\.helo|header\.d|header\.from)=(?:"([^"]*)"|(\S+))/i;

function readEntry(text: string): Entry[] {
  const [, method, result] = head.exec(text) ?? [];
  if (method === undefined || result === undefined) return [];
  const [, quoted, plain] = domainProperty.exec(text) ?? [];
  return [{ method: method.toLowerCase(), result: result.toLowerCase(), domain: quoted ?? plain ?? null }];
}

/**
 * Takes apart the value of an Authentication-Results field (RFC 8601) that we wrote ourselves: neither quotes within
 * quotes nor nested comments stand in it.
 */
export function readResults(value: string): AuthResults {
  const [, ...parts] = value.replaceAll(comments, ' ').split(';');
  const entries = parts.flatMap((part) => readEntry(part.trim()));
  const of = (name: string): MethodResult[] =>
    entries.filter(({ method }) => method === name).map(({ result, domain }) => ({ result, domain }));
  return {
    spf: of('spf')[0] ?? null,
    dkim: of('dkim').filter(({ result }) => result !== 'none'),
    dmarc: of('dmarc')[0] ?? null,
    arc: of('arc')[0] ?? null,
  };
}
