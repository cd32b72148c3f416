/** The tags of DER (ITU-T X.690) that certificates are made of. */
export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[1] IA5String`, an rfc822Name in a subjectAltName (RFC 5280 §4.2.1.6). */
  mailAddress: 0x81,
  /** `[2] IA5String`, a dNSName in a subjectAltName (RFC 5280 §4.2.1.6). */
  dnsName: 0x82,
  /** `[0]` of anything that is no string: the key identifier of an authorityKeyIdentifier. */
  field0: 0x80,
  /** Of anything constructed: version and extensions of a certificate, attributes of a request, parts of a CMS structure. */
  group0: 0xa0,
  group1: 0xa1,
  group2: 0xa2,
  group3: 0xa3,
} as const;

function derLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const octets = Math.ceil(Math.log2(length + 1) / 8);
  const long = Buffer.alloc(1 + octets);
  long[0] = 0x80 | octets;
  long.writeUIntBE(length, 1, octets);
  return long;
}

/** One value in the pieces it is given in, so that a large one is not copied for each value around it. */
export function derPieces(tag: number, ...pieces: readonly Buffer[]): Buffer[] {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return [Buffer.concat([Buffer.from([tag]), derLength(length)]), ...pieces];
}

/** One value. */
export function der(tag: number, ...contents: readonly Buffer[]): Buffer {
  return Buffer.concat(derPieces(tag, ...contents));
}

export function derOid(hex: string): Buffer {
  return der(tags.objectId, Buffer.from(hex, 'hex'));
}

/** A value as it was read. */
export interface DerValue {
  readonly tag: number;
  readonly content: Buffer;
}

/** The values that stand one after the other in `octets`. @throws RangeError where they are cut short. */
export function readDer(octets: Buffer): DerValue[] {
  const values: DerValue[] = [];
  for (let at = 0; at < octets.length;) {
    const tag = octets.readUInt8(at);
    const first = octets.readUInt8(at + 1);
    const lengthOctets = first < 0x80 ? 0 : first & 0x7f;
    const length = lengthOctets === 0 ? first : octets.readUIntBE(at + 2, lengthOctets);
    const start = at + 2 + lengthOctets;
    at = start + length;
    if (at > octets.length) throw new RangeError('a value is cut short');
    values.push({ tag, content: octets.subarray(start, at) });
  }
  return values;
}
