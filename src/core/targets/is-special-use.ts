const specialUse = /(?:^|\.)(?:test|example|invalid|localhost|local|internal|example\.(?:com|net|org))$/;

/** Whether a lower-case host name never leads anywhere on the public network (RFC 2606, RFC 6761 §6, RFC 6762 §3). */
export function isSpecialUse(host: string): boolean {
  return specialUse.test(host);
}
