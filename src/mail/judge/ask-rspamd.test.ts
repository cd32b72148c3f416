import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askRspamd, type SpamVerdict } from '#mail/judge/ask-rspamd.ts';
import { createTestLog } from '#support/test-log.ts';

let server: Server;
let origin: string;
let answer: (response: ServerResponse) => void;
const requests: { request: IncomingMessage; body: string }[] = [];
const logLines: string[] = [];
const log = createTestLog(
  (line) => logLines.push(line),
  () => 0,
);

beforeEach(async () => {
  requests.length = 0;
  logLines.length = 0;
  server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ request, body });
      answer(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

const message = 'From: bob@sender.example\r\n\r\nhello\r\n';

interface Given {
  readonly password?: string;
  readonly remoteAddress?: string | null;
  readonly rspamd?: null;
}

function ask(options: Given = {}): Promise<SpamVerdict> {
  return askRspamd(
    { rspamd: options.rspamd === null ? null : { origin, password: options.password ?? null }, log },
    {
      content: Buffer.from(message),
      envelope: { reversePath: 'bob@sender.example', recipients: ['a@kauke.example', 'b@kauke.example'] },
      client: {
        remoteAddress: options.remoteAddress === undefined ? '192.0.2.7' : options.remoteAddress,
        helo: 'mta.sender.example',
        protocol: 'ESMTP',
      },
    },
  );
}

function json(value: unknown) {
  return (response: ServerResponse) => {
    response.end(JSON.stringify(value));
  };
}

describe('askRspamd', () => {
  it('sends the message with what is known of its way', async () => {
    answer = json({ action: 'no action' });
    expect(await ask({ password: 'secret' })).toBe('clean');
    const [{ request, body } = { request: null, body: '' }] = requests;
    expect(body).toBe(message);
    expect(`${request?.method} ${request?.url}`).toBe('POST /checkv2');
    expect(request?.headers).toMatchObject({
      ip: '192.0.2.7',
      helo: 'mta.sender.example',
      from: 'bob@sender.example',
      rcpt: 'a@kauke.example, b@kauke.example',
      password: 'secret',
    });
  });

  it.each([
    ['reject', 'refuse'],
    ['add header', 'spam'],
    ['rewrite subject', 'spam'],
    ['soft reject', 'clean'],
    ['greylist', 'clean'],
    ['no action', 'clean'],
  ])('understands %j', async (action, verdict) => {
    answer = json({ action, score: 3.2, symbols: {} });
    expect(await ask()).toBe(verdict);
  });

  it('knows nothing where Rspamd skipped the message', async () => {
    answer = json({ action: 'reject', is_skipped: true });
    expect(await ask()).toBe('unknown');
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(500).end('{"action":"reject"}')],
    ['no JSON', (response) => response.end('reject')],
    ['JSON of another kind', json({ verdict: 'reject' })],
    ['too much', json({ action: 'reject', filler: 'x'.repeat(300_000) })],
    ['a cut connection', (response) => response.destroy()],
    ['a redirect', (response) => response.writeHead(302, { location: '/other' }).end()],
  ])('lets mail flow on %s, and says so in the log without a word of the message', async (_, respond) => {
    answer = respond;
    expect(await ask()).toBe('unknown');
    expect(logLines).toHaveLength(1);
    expect(logLines[0]).toContain('spam.rspamd_unavailable');
    expect(logLines[0]).not.toMatch(/example|192\.0\.2/);
  });

  it('lets mail flow where nobody listens', async () => {
    origin = 'http://127.0.0.1:9';
    expect(await ask()).toBe('unknown');
  });

  it('asks nobody when it is not used, or about what this process hands to itself', async () => {
    answer = json({ action: 'reject' });
    expect(await ask({ remoteAddress: null })).toBe('unknown');
    expect(await ask({ rspamd: null })).toBe('unknown');
    expect(requests).toEqual([]);
  });
});
