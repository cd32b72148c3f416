const polynomial = 0x86_4c_fb;
const start = 0xb7_04_ce;

const table = Int32Array.from({ length: 256 }, (_, octet) => {
  let value = octet << 16;
  for (let bit = 0; bit < 8; bit += 1) value = (value << 1) ^ ((value & 0x80_00_00) === 0 ? 0 : polynomial);
  return value & 0xff_ff_ff;
});

/** The line below an armour that sums up its octets (RFC 9580 §6.1): `=` and four characters. */
export function checksumLine(octets: Uint8Array): string {
  let sum = start;
  for (const octet of octets) sum = ((sum << 8) & 0xff_ff_ff) ^ (table[(sum >> 16) ^ octet] ?? 0);
  return `=${Buffer.from([sum >> 16, sum >> 8, sum]).toString('base64')}`;
}
