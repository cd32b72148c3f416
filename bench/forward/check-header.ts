/** What a header shows of the work that was done on its message. */
export interface HeaderWants {
  /** An ARC set. */
  readonly sealed: boolean;
  /** The domain of a DKIM signature beside the sender's; null: none is wanted. */
  readonly signedBy: string | null;
}

/** Name and value of each field, unfolded. */
function readFields(header: string): { readonly name: string; readonly value: string }[] {
  return header
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')).toLowerCase(),
      value: line.slice(line.indexOf(':') + 1).trim(),
    }));
}

const verdicts = [/\bspf=pass\b/, /\bdkim=pass\b/, /\bdmarc=pass\b/];
const arcSet = {
  'arc-authentication-results': [/^i=1;/, ...verdicts],
  'arc-message-signature': [/\bi=1;/, /\bbh=[\w+/]/, /\bb=[\w+/]/],
  'arc-seal': [/\bi=1;/, /\bcv=none\b/, /\bb=[\w+/]/],
};

/**
 * What is missing in the header of a forwarded message, in words: that SPF, DKIM and DMARC were looked at and passed, and
 * the seal or signature that is wanted; also one that is not. Empty: all is as it should be.
 */
export function checkHeader(header: string, { sealed, signedBy }: HeaderWants): string[] {
  const fields = readFields(header);
  const has = (wanted: string, patterns: readonly RegExp[]): boolean =>
    fields.some(({ name, value }) => name === wanted && patterns.every((pattern) => pattern.test(value)));
  const faults: string[] = [];
  if (!has('authentication-results', verdicts)) faults.push('no Authentication-Results with SPF, DKIM and DMARC pass');
  for (const [name, patterns] of Object.entries(arcSet)) {
    if (has(name, sealed ? patterns : []) !== sealed) faults.push(sealed ? `no valid ${name}` : `an unwanted ${name}`);
  }
  const isSignature = (tag: string): boolean =>
    fields.some(({ name, value }) => name === 'dkim-signature' && value.includes(tag));
  if (signedBy !== null && !isSignature(` d=${signedBy};`)) faults.push(`no DKIM-Signature of ${signedBy}`);
  return faults;
}
