import { describe, expect, it } from 'vitest';
import { startMxListener } from '#support/mx-listener.ts';
import { proxyHeaderV2 } from '#support/proxy-header.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { plainResponse, rightCredentials, startSubmission } from '#support/submission-listener.ts';
import fc from 'fast-check';
import { parseProxyHeader } from '#protocol/smtp-server/proxy-header.ts';

const proxies = ['127.0.0.2', '127.1.0.0/16'];
function line(source: string): string {
  return `PROXY TCP4 ${source} 192.0.2.1 40000 25\r\n`;
}

async function sendOne(port: number, localAddress: string, prelude: string | Buffer): Promise<void> {
  const client = await connectSmtp({ port, localAddress, prelude });
  await client.reply();
  await client.command('EHLO client.example');
  await client.command('MAIL FROM:<a@b.example>');
  await client.command('RCPT TO:<x@mx.example>');
  await client.command('DATA');
  await client.send('hi\r\n.\r\n');
  expect(await client.reply()).toMatch(/^250 /);
  client.end();
}

describe('a listener behind a proxy', () => {
  it('knows the client by the header, of version 1 and 2, from listed peers', async () => {
    const { port, messages } = await startMxListener({}, {}, proxies);
    await sendOne(port, '127.0.0.2', line('198.51.100.7'));
    await sendOne(port, '127.1.2.3', proxyHeaderV2('198.51.100.8'));
    await sendOne(port, '127.0.0.2', proxyHeaderV2('2001:db8::7'));
    await sendOne(port, '127.0.0.2', line('::ffff:198.51.100.9').replace('TCP4', 'TCP6').replace('192.0.2.1', '::1'));
    await sendOne(port, '127.0.0.2', 'PROXY UNKNOWN\r\n');
    expect(messages.map(({ client }) => client.remoteAddress)).toEqual([
      '198.51.100.7',
      '198.51.100.8',
      '2001:db8::7',
      '198.51.100.9',
      '127.0.0.2',
    ]);
  });

  it('lets nobody else claim an address', async () => {
    const { port } = await startMxListener({}, {}, proxies);
    const client = await connectSmtp({ port, localAddress: '127.0.0.3', prelude: line('198.51.100.7') });
    expect(await client.reply()).toMatch(/^220 /);
    expect(await client.reply()).toMatch(/^500 5\.5\.1/);
  });

  it.each(['EHLO client.example\r\n', 'PROXY TCP4 not-an-address\r\n'])(
    'hangs up on a proxy that says %j',
    async (says) => {
      const { port, listener } = await startMxListener({}, {}, proxies);
      const client = await connectSmtp({ port, localAddress: '127.0.0.2', prelude: says });
      await client.closed();
      await expect(client.reply()).rejects.toThrow('closed');
      await expect.poll(() => listener.load().connections).toBe(0);
    },
  );

  it('hangs up on a proxy that says nothing, or half of it', async () => {
    const { port, listener } = await startMxListener({}, { proxyHeaderMs: 100 }, proxies);
    const silent = await connectSmtp({ port, localAddress: '127.0.0.2' });
    const half = await connectSmtp({ port, localAddress: '127.0.0.2', prelude: 'PROXY TCP4 198.' });
    await Promise.all([silent.closed(), half.closed()]);
    await expect.poll(() => listener.load().connections).toBe(0);
  });

  it('takes a header that comes octet by octet, with the first command right behind', async () => {
    const { port } = await startMxListener({}, {}, proxies);
    const client = await connectSmtp({ port, localAddress: '127.0.0.2' });
    for (const octet of `${line('198.51.100.7')}NOOP\r\n`) await client.send(octet);
    expect(await client.reply()).toMatch(/^220 /);
    expect(await client.reply()).toMatch(/^250 /);
  });

  it('counts clients, not the proxy, and makes no exception for clients on this machine', async () => {
    const { port } = await startMxListener({}, { maxConnectionsPerNetwork: 1 }, ['127.0.0.1']);
    const connect = async (source: string): Promise<string> =>
      (await connectSmtp({ port, prelude: line(source) })).reply();
    expect(await connect('198.51.100.7')).toMatch(/^220 /);
    expect(await connect('198.51.100.8')).toMatch(/^220 /);
    expect(await connect('198.51.100.7')).toMatch(/^421 4\.7\.0/);
    expect(await connect('127.0.0.1')).toMatch(/^220 /);
    expect(await connect('127.0.0.1')).toMatch(/^421 4\.7\.0/);
  });

  it('goes on under TLS from the first octet behind the header', async () => {
    const addresses: (string | null)[] = [];
    const { port } = await startSubmission({
      implicitTls: true,
      proxies,
      handler: {
        signIn: async (_, remoteAddress) => {
          addresses.push(remoteAddress);
          return { accepted: true, sender: rightCredentials.username };
        },
      },
    });
    for (const prelude of [line('198.51.100.7'), proxyHeaderV2('198.51.100.8')]) {
      const client = await connectSmtp({ port, localAddress: '127.0.0.2', prelude, implicitTls: true });
      expect(await client.reply()).toMatch(/^220 /);
      await client.command('EHLO client.example');
      expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^235 /);
    }
    expect(addresses).toEqual(['198.51.100.7', '198.51.100.8']);
  });
});

function parse(octets: string | Buffer) {
  return parseProxyHeader(typeof octets === 'string' ? Buffer.from(octets, 'latin1') : octets);
}

const headers: readonly (readonly [string, Buffer, string | null])[] = [
  ['version 1, IPv4', Buffer.from('PROXY TCP4 198.51.100.7 192.0.2.1 40000 25\r\n'), '198.51.100.7'],
  ['version 1, IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 40000 25\r\n'), '2001:db8::7'],
  ['version 1, unknown', Buffer.from('PROXY UNKNOWN whatever stands here\r\n'), null],
  ['version 2, IPv4', proxyHeaderV2('198.51.100.7'), '198.51.100.7'],
  ['version 2, IPv6', proxyHeaderV2('2001:db8::7'), '2001:db8::7'],
  ['version 2, IPv4 mapped into IPv6', proxyHeaderV2('::ffff:c633:6407'), '198.51.100.7'],
  ['version 2, with extensions', proxyHeaderV2('198.51.100.7', { extensions: Buffer.alloc(300, 4) }), '198.51.100.7'],
  ['version 2, the proxy itself', proxyHeaderV2('198.51.100.7', { command: 0x20 }), null],
  ['version 2, a Unix socket', proxyHeaderV2('198.51.100.7', { family: 0x31 }), null],
];

describe('parseProxyHeader', () => {
  it.each(headers)('reads %s and leaves what follows, however it was cut', (_, header, source) => {
    for (let cut = 0; cut < header.length; cut += 1) {
      expect(parseProxyHeader(header.subarray(0, cut))).toEqual({ kind: 'incomplete' });
    }
    const expected = { kind: 'complete', lengthBytes: header.length, source };
    for (const rest of ['', 'EHLO c\r\n', '\r\n']) {
      const parsed = parseProxyHeader(Buffer.concat([header, Buffer.from(rest)]));
      expect(parsed).toEqual(expected);
    }
  });

  it.each([
    ['a command of SMTP', 'EHLO client.example\r\n'],
    ['another word', 'PROXYTCP4'],
    ['one port', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000\r\n'],
    ['three ports', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000 25 1\r\n'],
    ['a port that is none', 'PROXY TCP4 198.51.100.7 192.0.2.1 40000 65536\r\n'],
    ['a port with a leading zero', 'PROXY TCP4 198.51.100.7 192.0.2.1 040 25\r\n'],
    ['an address of the other family', 'PROXY TCP4 2001:db8::7 192.0.2.1 40000 25\r\n'],
    ['an IPv4 address among IPv6', 'PROXY TCP6 198.51.100.7 192.0.2.1 40000 25\r\n'],
    ['an address that is none', 'PROXY TCP4 198.51.100.7.1 192.0.2.1 40000 25\r\n'],
    ['a family that is none', 'PROXY constructor 198.51.100.7 192.0.2.1 40000 25\r\n'],
    ['a line without end', `PROXY UNKNOWN ${'x'.repeat(100)}`],
    ['version 1 in binary', proxyHeaderV2('198.51.100.7', { command: 0x11 })],
    ['a command of no version', proxyHeaderV2('198.51.100.7', { command: 0x22 })],
    ['addresses shorter than their family', proxyHeaderV2('198.51.100.7', { family: 0x21 })],
    ['endless extensions', proxyHeaderV2('198.51.100.7', { extensions: Buffer.alloc(5000) })],
    ['half a signature', '\r\n\r\nEHLO'],
  ])('refuses %s', (_, octets) => {
    expect(parse(octets)).toEqual({ kind: 'invalid' });
  });

  it('never throws, and never takes back what it said of fewer octets', () => {
    const starts = fc.constantFrom('PROXY ', 'PROXY TCP4 ', '\r\n\r\n\0\r\nQUIT\n', '\r\n\r\n\0\r\nQUIT\n\x21\x11', '');
    fc.assert(
      fc.property(starts, fc.uint8Array({ maxLength: 80 }), fc.nat(100), (start, octets, cut) => {
        const all = Buffer.concat([Buffer.from(start, 'latin1'), octets]);
        const early = parseProxyHeader(all.subarray(0, cut));
        if (early.kind !== 'incomplete') expect(parseProxyHeader(all)).toEqual(early);
      }),
    );
  });
});
