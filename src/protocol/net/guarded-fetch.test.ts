import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { collectGarbage } from '#platform/collect-garbage.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer } from '#support/dns-server.ts';
import {
  receiverAuthority,
  receiverHost,
  startWebhookReceiver,
  type WebhookReceiver,
} from '#support/webhook-receiver.ts';
import { createGuardedFetch, type FetchRequest, type FetchResult } from '#protocol/net/guarded-fetch.ts';
import { isForeignPublicAddress } from '#protocol/net/public-address.ts';

let dns: DnsServer;
let receiver: WebhookReceiver;
const rawServers: { server: Server; sockets: Set<Socket> }[] = [];

beforeEach(async () => {
  receiver = await startWebhookReceiver();
  dns = await startDnsServer({ [receiverHost]: { A: ['127.0.0.1'] }, 'other.example': { A: ['127.0.0.1'] } });
});
afterEach(async () => {
  await Promise.all([receiver.stop(), dns.close()]);
  for (const { server, sockets } of rawServers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
    await once(server, 'close');
  }
});

interface Ways {
  readonly allowAddress?: (address: string) => boolean;
  readonly allowInsecure?: boolean;
  readonly authorities?: string | null;
}

function fetchWith({
  allowAddress = (address: string) => address === '127.0.0.1',
  allowInsecure = false,
  authorities = receiverAuthority,
}: Ways = {}) {
  return createGuardedFetch({
    resolver: resolverOf(dns),
    allowAddress,
    allowInsecure,
    authorities,
  });
}

function order(url: string, more: Partial<FetchRequest> = {}): FetchRequest {
  return {
    method: 'POST',
    url: new URL(url),
    headers: { 'Content-Type': 'application/json' },
    body: Buffer.from('{"a":1}'),
    timeoutMs: 5_000,
    maxBytes: 1_000,
    signal: new AbortController().signal,
    ...more,
  };
}

function ownUrl(path = '/'): string {
  return `https://${receiverHost}:${receiver.port}${path}`;
}
function failed(fault: string): Pick<FetchResult, 'kind'> & { fault: string } {
  return { kind: 'failed', fault };
}

/** A server that answers with whatever octets it likes, or with none. Returns its port. */
async function startRaw(onSocket: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    onSocket(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  rawServers.push({ server, sockets });
  return (server.address() as AddressInfo).port;
}

/** Answers with `head` once the request has begun. */
function answerRaw(head: string) {
  return startRaw((socket) => socket.once('data', () => socket.write(head)));
}

function insecure(port: number, more: Partial<FetchRequest> = {}) {
  return fetchWith({ allowInsecure: true })(order(`http://127.0.0.1:${port}/`, more));
}

describe('a guarded fetch', () => {
  it('sends one request over verified TLS and returns status, three headers and body', async () => {
    receiver.answer((response) => {
      response.writeHead(503, { 'Retry-After': '120', 'Content-Type': 'text/plain', 'Set-Cookie': 'a=b' }).end('busy');
    });
    expect(await fetchWith()(order(ownUrl('/in?x=1')))).toEqual({
      kind: 'answer',
      status: 503,
      headers: { contentType: 'text/plain', retryAfter: '120', date: expect.stringMatching(/ GMT$/) },
      body: Buffer.from('busy'),
      complete: true,
    });
    const [call] = receiver.calls;
    expect(call).toMatchObject({ method: 'POST', path: '/in?x=1', body: Buffer.from('{"a":1}') });
    expect(call?.headers).toEqual({
      host: `${receiverHost}:${receiver.port}`,
      'content-type': 'application/json',
      'content-length': '7',
      connection: 'close',
    });
  });

  it('tells when the request is about to leave, and not before it is connected', async () => {
    let sent = 0;
    const onSending = (): void => {
      sent += 1;
    };
    await fetchWith({ authorities: null })(order(ownUrl(), { onSending }));
    expect(sent).toBe(0);
    await fetchWith()(order(ownUrl(), { onSending }));
    expect(sent).toBe(1);
  });

  it('keeps nothing of what it sent, although whoever asked may stop it for ever', async () => {
    const { signal } = new AbortController();
    const send = async (): Promise<WeakRef<Buffer>> => {
      const body = Buffer.alloc(100_000);
      await fetchWith()(order(ownUrl(), { body, signal }));
      return new WeakRef(body);
    };
    const sent = [await send(), await send(), await send(), await send()];
    await setImmediate();
    collectGarbage();
    // What reads answers in Node.js is used again, and holds the latest.
    expect(sent.filter((body) => body.deref() !== undefined).length).toBeLessThan(2);
    expect(signal.aborted).toBe(false);
  });

  it('does not follow a redirect', async () => {
    receiver.answer((response) => {
      response.writeHead(302, { Location: ownUrl('/secret') }).end();
    });
    expect(await fetchWith()(order(ownUrl()))).toMatchObject({ kind: 'answer', status: 302 });
    expect(receiver.calls).toHaveLength(1);
  });

  it('trusts neither an unknown authority nor a certificate for another name', async () => {
    expect(await fetchWith({ authorities: null })(order(ownUrl()))).toEqual(failed('tls'));
    expect(await fetchWith()(order(`https://other.example:${receiver.port}/`))).toEqual(failed('tls'));
    expect(receiver.calls).toHaveLength(0);
  });

  it('speaks plain http and to loopback only where it is allowed', async () => {
    const plain = await startWebhookReceiver({ secure: false });
    const url = `http://localhost:${plain.port}/`;
    expect(await fetchWith()(order(url))).toEqual(failed('forbidden'));
    expect(await fetchWith({ allowInsecure: true })(order(url))).toMatchObject({ kind: 'answer', status: 204 });
    expect(plain.calls).toHaveLength(1);
    await plain.stop();
  });

  it('connects to the very address it has checked, whatever DNS says a moment later', async () => {
    let asked = 0;
    // The name leads to an allowed address once and to a forbidden one ever after.
    const resolver = resolverOf(dns, { timeoutMs: 500 });
    const fetch = createGuardedFetch({
      resolver: {
        addresses: async (host) => {
          asked += 1;
          const answer = await resolver.addresses(host);
          dns.add({ [receiverHost]: { A: ['127.0.0.2'] } });
          return answer;
        },
      },
      allowAddress: (address) => address === '127.0.0.1',
      allowInsecure: false,
      authorities: receiverAuthority,
    });
    expect(await fetch(order(ownUrl()))).toMatchObject({ kind: 'answer', status: 204 });
    expect(asked).toBe(1);
  });

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[fd00::1]',
    '[fe80::1]',
    '2130706433',
    '0x7f.1',
    'localhost',
  ])('does not connect to %s, written as it is', async (host) => {
    const fetch = fetchWith({ allowAddress: isForeignPublicAddress });
    expect(await fetch(order(`https://${host}:${receiver.port}/`))).toEqual(failed('forbidden'));
  });

  it('does not connect to what a public name leads to inside', async () => {
    dns.add({ 'inside.example': { A: ['10.1.2.3'], AAAA: ['::ffff:127.0.0.1'] } });
    const fetch = fetchWith({ allowAddress: isForeignPublicAddress });
    expect(await fetch(order('https://inside.example/'))).toEqual(failed('forbidden'));
  });

  it('tells names that do not exist from trouble with DNS', async () => {
    dns.add({ 'broken.example': 'servfail' });
    expect(await fetchWith()(order('https://nobody.example/'))).toEqual(failed('no-name'));
    expect(await fetchWith()(order('https://broken.example/'))).toEqual(failed('dns-trouble'));
  });
});

describe('a hostile server', () => {
  it('that is not there is told from one that goes away', async () => {
    expect(await insecure(await startRaw((socket) => socket.once('data', () => socket.destroy())))).toEqual(
      failed('lost'),
    );
    const gone = await startWebhookReceiver({ secure: false });
    await gone.stop();
    expect(await insecure(gone.port)).toEqual(failed('unreachable'));
  });

  it('cannot hold us in the TLS handshake', async () => {
    const port = await startRaw(() => {});
    const url = `https://${receiverHost}:${port}/`;
    expect(await fetchWith()(order(url, { timeoutMs: 200 }))).toEqual(failed('timeout'));
  });

  it('cannot hold us before its answer, by silence or by a header that never ends', async () => {
    const silent = await startRaw(() => {});
    expect(await insecure(silent, { timeoutMs: 200 })).toEqual(failed('timeout'));
    const partial = await answerRaw('HTTP/1.1 200 OK\r\nX-Slow: ');
    expect(await insecure(partial, { timeoutMs: 200 })).toEqual(failed('timeout'));
    const informs = await answerRaw('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(50));
    expect(await insecure(informs, { timeoutMs: 200 })).toEqual(failed('timeout'));
  });

  it('that falls silent within the body has answered, but not completely', async () => {
    const port = await answerRaw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegin');
    const result = await insecure(port, { timeoutMs: 200 });
    expect(result).toMatchObject({ kind: 'answer', status: 200, body: Buffer.from('begin'), complete: false });
  });

  it('with an endless body is cut off at the limit', async () => {
    let sent = 0;
    const port = await startRaw((socket) => {
      socket.once('data', () => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const flood = (): void => {
          while (!socket.destroyed && socket.write('x'.repeat(10_000))) sent += 10_000;
        };
        socket.on('drain', flood);
        flood();
      });
    });
    const result = await insecure(port, { maxBytes: 1_000 });
    expect(result).toMatchObject({ kind: 'answer', status: 200, body: Buffer.alloc(1_000, 'x'), complete: false });
    expect(sent).toBeLessThan(20_000_000);
  });

  it('with a huge header, too many octets or no HTTP at all is malformed', async () => {
    const huge = await answerRaw(`HTTP/1.1 200 OK\r\nX-Big: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(await insecure(huge)).toEqual(failed('malformed'));
    expect(await insecure(await answerRaw('220 mail.example ESMTP\r\n'))).toEqual(failed('malformed'));
    const both = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
    expect(await insecure(await answerRaw(both))).toEqual(failed('malformed'));
  });

  it('that changes the protocol is not followed', async () => {
    const port = await answerRaw('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    expect(await insecure(port)).toEqual(failed('malformed'));
  });

  it('is left at once when the caller stops', async () => {
    const stopping = new AbortController();
    const port = await startRaw(() => stopping.abort());
    expect(await insecure(port, { signal: stopping.signal })).toEqual(failed('stopped'));
    expect(await insecure(port, { signal: stopping.signal })).toEqual(failed('stopped'));
  });

  it('of DNS that never answers costs no more than the time given', async () => {
    dns.add({ 'silent.example': 'silence' });
    expect(await fetchWith()(order('https://silent.example/', { timeoutMs: 100 }))).toEqual(failed('timeout'));
  });
});
