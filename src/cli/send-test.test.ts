import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { sendTest } from '#cli/send-test.ts';
import { systemClock } from '#platform/clock.ts';
import { systemRandom } from '#platform/random.ts';

const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const received: { recipients: string[]; content: string }[] = [];

/** A server that answers RCPT with `refusal`, or takes the message. */
async function startServer(refusal?: { responseCode: number; text: string }): Promise<number> {
  received.length = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, callback) =>
      callback(refusal && Object.assign(new Error(refusal.text), { responseCode: refusal.responseCode })),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ recipients, content: Buffer.concat(chunks).toString() });
        callback(null, '2.0.0 Message accepted');
      });
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  closing.push(() => new Promise<void>((done) => server.close(done)));
  return (server.server.address() as AddressInfo).port;
}

function send(alias: string, port: number) {
  return sendTest(alias, { server: { host: '127.0.0.1', port }, clock: systemClock, random: systemRandom });
}

describe('sendTest', () => {
  it('sends a message with text, html and an attachment', async () => {
    const result = await send('my-alias@kauke.test', await startServer());
    expect(result).toEqual({ sent: true, line: expect.stringContaining('250 2.0.0 Message accepted') });
    expect(received[0]?.recipients).toEqual(['my-alias@kauke.test']);
    const email = await PostalMime.parse(received[0]?.content ?? '');
    expect(email.subject).toBe('A test message for your alias');
    expect(email.text).toContain('my-alias@kauke.test');
    expect(email.html).toContain('<b>my-alias@kauke.test</b>');
    expect(email.attachments.map(({ filename }) => filename)).toEqual(['attachment.txt']);
    expect(email.date).toMatch(/^\d{4}-/u);
  });

  it.each([
    [550, '5.1.1 No such address here', 'is not an alias here'],
    [550, '5.7.1 We do not relay for this domain', 'is not served here'],
    [450, '4.2.0 Recipient cannot receive mail yet', 'has no confirmed inbox yet'],
    [421, '4.3.0 Busy', 'was refused: 421'],
  ])('explains the reply %i %s', async (responseCode, text, explanation) => {
    const result = await send('my-alias@kauke.test', await startServer({ responseCode, text }));
    expect(result).toEqual({ sent: false, line: expect.stringContaining(explanation) });
    expect(received).toEqual([]);
  });

  it('says when nothing listens', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    expect((await send('my-alias@kauke.test', port)).line).toContain(`Nothing listens on 127.0.0.1 port ${port}`);
  });

  it('says when the server hangs up', async () => {
    const server = createServer((socket) => socket.resume().end('220 hello\r\n')).listen(0, '127.0.0.1');
    closing.push(() => new Promise((done) => server.close(done)));
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect((await send('my-alias@kauke.test', port)).line).toMatch(/^No answer from/u);
  });

  it.each(['my-alias', 'a@b@c', 'a@kauke.test>\r\nRCPT TO:<b@kauke.test', ''])(
    'refuses "%s" as an alias',
    async (alias) => {
      expect(await send(alias, 1)).toMatchObject({
        sent: false,
        line: expect.stringContaining('is not an alias address'),
      });
    },
  );
});
