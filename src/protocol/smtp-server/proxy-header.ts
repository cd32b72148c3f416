import { type Socket, isIPv4, isIPv6 } from 'node:net';

/** The beginning of a connection from a proxy, read by the PROXY protocol of HAProxy, version 1 or 2. */
type ParsedProxyHeader =
  | { readonly kind: 'incomplete' }
  /** The octets are no PROXY header, whatever follows. */
  | { readonly kind: 'invalid' }
  /** `source`: the client's address; null when the proxy speaks for itself or does not know. */
  | { readonly kind: 'complete'; readonly lengthBytes: number; readonly source: string | null };

const incomplete: ParsedProxyHeader = { kind: 'incomplete' };
const invalid: ParsedProxyHeader = { kind: 'invalid' };

/** PROXY §2.1: the longest line there can be, its CRLF included. */
const maxLineBytes = 107;
const lineStart = Buffer.from('PROXY ');
/** PROXY §2.2: the binary header begins with octets that no other protocol does. */
const signature = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const fixedBytes = 16;
/** Addresses take 36 octets; the rest is for extensions, which we do not read. */
const maxRestBytes = 4096;
const portText = /^(?:0|[1-9]\d{0,4})$/;

function begins(octets: Buffer, start: Buffer): boolean {
  const length = Math.min(octets.length, start.length);
  return octets.subarray(0, length).equals(start.subarray(0, length));
}

const addressTests = new Map([
  ['TCP4', isIPv4],
  ['TCP6', isIPv6],
]);

function isPort(text = ''): boolean {
  return portText.test(text) && Number(text) <= 65_535;
}

function parseLine(octets: Buffer): ParsedProxyHeader {
  const end = octets.subarray(0, maxLineBytes).indexOf('\r\n');
  if (end === -1) return octets.length < maxLineBytes ? incomplete : invalid;
  const lengthBytes = end + 2;
  const [, family = '', source = '', destination = '', ...ports] = octets.toString('latin1', 0, end).split(' ');
  if (family === 'UNKNOWN') return { kind: 'complete', lengthBytes, source: null };
  const isAddress = addressTests.get(family);
  if (isAddress === undefined || !isAddress(source) || !isAddress(destination)) return invalid;
  return ports.length === 2 && ports.every(isPort) ? { kind: 'complete', lengthBytes, source } : invalid;
}

function ipv4Text(octets: Buffer): string {
  return octets.join('.');
}

/** RFC 4291 §2.5.5.2. */
const mappedPrefix = Buffer.from('00000000000000000000ffff', 'hex');

/** In the short form of RFC 5952, as sockets give it. */
function ipv6Text(octets: Buffer): string {
  if (begins(octets, mappedPrefix)) return ipv4Text(octets.subarray(mappedPrefix.length));
  const groups = octets.toString('hex').match(/.{4}/g) ?? [];
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** By family and protocol (PROXY §2.2): how many octets the addresses take and how to read the first of them. */
const addressForms = new Map([
  [0x11, { bytes: 12, source: (octets: Buffer) => ipv4Text(octets.subarray(0, 4)) }],
  [0x21, { bytes: 36, source: (octets: Buffer) => ipv6Text(octets.subarray(0, 16)) }],
]);

function parseBinary(octets: Buffer): ParsedProxyHeader {
  if (octets.length < fixedBytes) return incomplete;
  const versionAndCommand = octets.readUInt8(12);
  const restBytes = octets.readUInt16BE(14);
  const [local, proxied] = [0x20, 0x21];
  if ((versionAndCommand !== local && versionAndCommand !== proxied) || restBytes > maxRestBytes) return invalid;
  const lengthBytes = fixedBytes + restBytes;
  if (octets.length < lengthBytes) return incomplete;
  if (versionAndCommand === local) return { kind: 'complete', lengthBytes, source: null };
  const form = addressForms.get(octets.readUInt8(13));
  // Other families tell of no client on the internet (PROXY §2.2: "should be treated as UNSPEC").
  if (form === undefined) return { kind: 'complete', lengthBytes, source: null };
  if (restBytes < form.bytes) return invalid;
  return { kind: 'complete', lengthBytes, source: form.source(octets.subarray(fixedBytes)) };
}

/** Reads what has come of a connection so far. Never throws; the outcome does not depend on how the octets were cut. */
export function parseProxyHeader(octets: Buffer): ParsedProxyHeader {
  if (begins(octets, lineStart)) return octets.length < lineStart.length ? incomplete : parseLine(octets);
  if (begins(octets, signature)) return octets.length < signature.length ? incomplete : parseBinary(octets);
  return invalid;
}

/**
 * Takes the PROXY header off a connection and leaves what follows it unread; null when there is none within
 * `timeoutMs`. Never rejects.
 */
export function readProxyHeader(
  socket: Socket,
  timeoutMs: number,
): Promise<Extract<ParsedProxyHeader, { kind: 'complete' }> | null> {
  return new Promise((resolve) => {
    let octets = Buffer.alloc(0);
    const settle = (header: Extract<ParsedProxyHeader, { kind: 'complete' }> | null): void => {
      clearTimeout(timer);
      socket.off('readable', onReadable).off('end', onEnd).off('close', onEnd);
      if (header !== null && octets.length > header.lengthBytes) socket.unshift(octets.subarray(header.lengthBytes));
      resolve(header);
    };
    const onReadable = (): void => {
      const chunk = socket.read() as Buffer | null;
      if (chunk === null) return;
      octets = Buffer.concat([octets, chunk]);
      const header = parseProxyHeader(octets);
      if (header.kind !== 'incomplete') settle(header.kind === 'complete' ? header : null);
    };
    const onEnd = (): void => settle(null);
    const timer = setTimeout(onEnd, timeoutMs);
    socket.on('readable', onReadable).on('end', onEnd).on('close', onEnd);
  });
}
