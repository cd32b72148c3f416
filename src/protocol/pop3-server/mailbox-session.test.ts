import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createMailboxListener } from '#protocol/pop3-server/mailbox-listener.ts';
import type { MailboxSignIn } from '#protocol/pop3-server/mailbox-session.ts';
import { createClientBounds } from '#protocol/smtp-server/client-bounds.ts';
import { defaultSmtpLimits, type SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import { silentLog } from '#support/silent-log.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';
import { testSecureContext } from '#support/tls.ts';

const isAnn: MailboxSignIn = async ({ username, password }) => {
  if (username === 'busy@kauke.test') throw new Error('The database does not answer.');
  return username === 'ann@kauke.test' && password === 'päss word ' ? 'right' : 'wrong';
};

interface Started {
  readonly port: number;
  /** Listeners of the connections counted. */
  readonly counted: readonly string[];
  open(): Promise<SmtpTestClient>;
  close(): Promise<void>;
}

async function start(changes: Partial<SmtpLimits> = {}, signIn = isAnn): Promise<Started> {
  const limits = { ...defaultSmtpLimits, ...changes };
  const counted: string[] = [];
  const bounds = createClientBounds(limits, systemClock);
  const listener = createMailboxListener({
    hostname: 'mail.kauke.test',
    listener: 'mailbox',
    limits,
    bounds,
    signIn,
    metrics: { smtpConnection: (listener) => void counted.push(listener) },
    tls: () => testSecureContext,
    clock: systemClock,
    log: silentLog,
    isProxy: () => false,
  });
  const port = await listener.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => listener.close(0));
  return {
    port,
    counted,
    open: () => connectSmtp({ port, localAddress: '127.0.0.2', implicitTls: true }),
    close: () => listener.close(1000),
  };
}

/** All that a client without TLS gets that says something, until the connection is closed. */
function allOctets(port: number, said: string): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' });
  socket.write(said);
  return buffer(socket);
}

/** All answers to some commands, line by line. */
async function say(client: SmtpTestClient, commands: readonly string[], lines: number): Promise<string[]> {
  await client.send(`${commands.join('\r\n')}\r\n`);
  const answers: string[] = [];
  while (answers.length < lines) answers.push(await client.reply());
  return answers;
}

const signIn = ['USER ann@kauke.test', 'PASS päss word '];
const starts = (answers: readonly string[]): string[] => answers.map((line) => line.split(' ')[0] ?? '');

it('lets the right name and password in, whatever blanks are in it, and holds nothing', async () => {
  const client = await (await start()).open();
  expect(await client.reply()).toBe('+OK mail.kauke.test');
  expect(await say(client, ['CAPA'], 7)).toEqual(
    expect.arrayContaining(['USER', 'UIDL', 'RESP-CODES', 'AUTH-RESP-CODE', 'PIPELINING', '.']),
  );
  const commands = [...signIn, 'stat', 'LIST', 'UIDL', 'NOOP', 'RSET'];
  expect(await say(client, commands, 9)).toEqual([
    expect.stringMatching(/^\+OK/),
    expect.stringMatching(/^\+OK No messages/),
    '+OK 0 0',
    '+OK 0 messages',
    '.',
    '+OK 0 messages',
    '.',
    '+OK',
    '+OK',
  ]);
  const none = ['LIST 1', 'UIDL 1', 'RETR 1', 'DELE 1', 'TOP 1 0', 'AUTH'];
  expect(starts(await say(client, [...none, 'QUIT'], 7))).toEqual([...none.map(() => '-ERR'), '+OK']);
  await client.closed();
});

it('answers an unknown name as a wrong password, and tells who has to come again', async () => {
  const client = await (await start()).open();
  await client.reply();
  const wrong = '-ERR [AUTH] Wrong user name or password';
  const commands = [
    'PASS x',
    'STAT',
    'USER',
    'PASS',
    'USER ann@kauke.test',
    'PASS päss word',
    'USER no@kauke.test',
    'PASS x',
  ];
  const answers = await say(client, commands, 8);
  expect([answers[3], answers[5], answers[7]]).toEqual([wrong, wrong, wrong]);
  expect(starts(answers)).toEqual(['-ERR', '-ERR', '+OK', '-ERR', '+OK', '-ERR', '+OK', '-ERR']);
  // A name counts for one password.
  expect(await client.command('PASS again')).toBe('-ERR Say USER first');
  expect(await say(client, ['USER busy@kauke.test', 'PASS x'], 2)).toEqual([
    expect.stringMatching(/^\+OK/),
    expect.stringMatching(/^-ERR \[SYS\/TEMP\]/),
  ]);
});

it('goes on for no client without end, and takes no line that is none', async () => {
  const started = await start({ maxBadCommands: 3, maxCommandsPerMessage: 5 });
  const bad = await started.open();
  await bad.reply();
  for (const line of ['STAT\n', 'X\r\n', `USER ${'a'.repeat(5000)}\r\n`]) {
    await bad.send(line);
    expect(await bad.reply()).toMatch(/^-ERR/);
  }
  await bad.closed();
  const busy = await started.open();
  await busy.reply();
  expect(starts(await say(busy, [...signIn, 'NOOP', 'NOOP', 'NOOP', 'NOOP'], 6)).at(-1)).toBe('-ERR');
  await busy.closed();
});

it('speaks to nobody in clear: it closes without a word', async () => {
  const { port, counted } = await start();
  const octets = await allOctets(port, `${signIn.join('\r\n')}\r\nSTAT\r\n`);
  // What TLS itself says of a handshake that is none is an alert.
  expect(octets.toString('latin1')).toMatch(/^(?:\u0015[^]{6})?$/);
  expect(counted).toEqual(['mailbox']);
});

it('waits for no client that is silent in the handshake, and says nothing to it in clear', async () => {
  const { port } = await start({ tlsHandshakeMs: 50, sweepEveryMs: 10 });
  expect(await allOctets(port, '')).toEqual(Buffer.alloc(0));
});

it('says in clear that there is no place, as a handshake would cost more', async () => {
  const started = await start({ maxConnectionsPerNetwork: 1 });
  const client = await started.open();
  await client.reply();
  expect((await allOctets(started.port, '')).toString()).toBe(
    '-ERR [SYS/TEMP] Too many connections, try again later\r\n',
  );
  expect(await client.command('QUIT')).toBe('+OK Bye');
  expect(started.counted).toEqual(['mailbox']);
});

it('says good-bye when it ends', async () => {
  const started = await start();
  const client = await started.open();
  await client.reply();
  await started.close();
  expect(await client.reply()).toMatch(/^-ERR \[SYS\/TEMP\] Shutting down/);
  await client.closed();
});
