import { isIPv4 } from 'node:net';

interface ProxyHeaderChanges {
  readonly command?: number;
  readonly family?: number;
  readonly extensions?: Buffer;
}

function addressOctets(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): string => (text === '' ? [] : text.split(':')).map((g) => g.padStart(4, '0')).join('');
  return Buffer.from(
    `${groups(head)}${'0'.repeat(32 - groups(head).length - groups(tail).length)}${groups(tail)}`,
    'hex',
  );
}

/** A PROXY header of version 2 as HAProxy sends it for a client. */
export function proxyHeaderV2(source: string, changes: ProxyHeaderChanges = {}): Buffer {
  const { command = 0x21, family = isIPv4(source) ? 0x11 : 0x21, extensions = Buffer.alloc(0) } = changes;
  const destination = isIPv4(source) ? '192.0.2.1' : '2001:db8::1';
  const ports = Buffer.of(0x9c, 0x40, 0, 25);
  const rest = Buffer.concat([addressOctets(source), addressOctets(destination), ports, extensions]);
  const start = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
  return Buffer.concat([start, Buffer.of(command, family, rest.length >> 8, rest.length & 255), rest]);
}
