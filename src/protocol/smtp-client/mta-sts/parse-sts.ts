/** What a domain asks of those who send to it (MTA-STS, RFC 8461). */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none';
  /** Lower case; may begin with `*.`. */
  readonly hosts: readonly string[];
  readonly maxAgeSeconds: number;
}

const recordStart = /^v=STSv1[ \t]*;/;
const recordId = /;[ \t]*id=([A-Za-z0-9]{1,32})[ \t]*(?:;|$)/;

/** RFC 8461 §3.2. */
const maxAgeLimitSeconds = 31_557_600;
const maxHosts = 200;
const hostPattern = /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?$/;
const modes: ReadonlySet<string> = new Set<StsPolicy['mode']>(['enforce', 'testing', 'none']);

function isMode(text: string): text is StsPolicy['mode'] {
  return modes.has(text);
}

/** The id in the TXT records of `_mta-sts.<domain>`; null unless there is exactly one such record (RFC 8461 §3.1). */
export function parseStsRecord(records: readonly string[]): string | null {
  const [record, ...more] = records.filter((text) => recordStart.test(text));
  if (record === undefined || more.length > 0) return null;
  return recordId.exec(record)?.[1] ?? null;
}

/** The `mx` fields, and of the others the first of each name: they must not be repeated. */
function readFields(text: string): { hosts: string[]; fields: ReadonlyMap<string, string> } {
  const fields = new Map<string, string>();
  const hosts: string[] = [];
  for (const line of text.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    const key = line.slice(0, Math.max(0, colon));
    const value = line.slice(colon + 1).trim();
    if (key === 'mx') hosts.push(value.toLowerCase());
    else if (!fields.has(key)) fields.set(key, value);
  }
  return { hosts, fields };
}

/** Reads a policy file; null for what is none (RFC 8461 §3.2). */
export function parseStsPolicy(text: string): StsPolicy | null {
  const { hosts, fields } = readFields(text);
  const { mode = '', max_age: maxAge = '', version } = Object.fromEntries(fields);
  if (version !== 'STSv1' || !isMode(mode) || !/^\d{1,10}$/.test(maxAge)) return null;
  if (hosts.length > maxHosts || !hosts.every((host) => hostPattern.test(host))) return null;
  if (hosts.length === 0 && mode !== 'none') return null;
  return { mode, hosts, maxAgeSeconds: Math.min(Number(maxAge), maxAgeLimitSeconds) };
}

/** Whether a policy names a mail host; `*.` stands for exactly one label (RFC 8461 §4.1). */
export function allowsStsHost({ hosts }: StsPolicy, host: string): boolean {
  const dot = host.indexOf('.');
  return hosts.includes(host) || (dot > 0 && hosts.includes(`*${host.slice(dot)}`));
}
