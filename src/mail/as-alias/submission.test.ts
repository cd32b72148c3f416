import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { sessionReplies } from '#protocol/smtp-server/session-replies.ts';
import { greet } from '#support/mx-listener.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import {
  base64,
  greetSecurely,
  plainResponse,
  rightCredentials,
  startSubmission,
} from '#support/submission-listener.ts';

const { username, password } = rightCredentials;

describe('the submission listener, before TLS', () => {
  it('offers STARTTLS and no way to sign in', async () => {
    const { port } = await startSubmission();
    const client = await connectSmtp({ port });
    await client.reply();
    const hello = await client.command('EHLO client.example');
    expect(hello).toContain('STARTTLS');
    expect(hello).not.toContain('AUTH');
  });

  it.each([`AUTH PLAIN ${plainResponse()}`, 'AUTH LOGIN', 'MAIL FROM:<me@kauke.test>'])(
    'answers %s with 530 5.7.0',
    async (command) => {
      const { port } = await startSubmission();
      const client = await greet(port);
      expect(await client.command(command)).toBe('530 5.7.0 Must issue a STARTTLS command first');
    },
  );

  it('drops what was piped before the handshake and forgets the session', async () => {
    const { port, sent } = await startSubmission();
    const client = await greet(port);
    await client.send(`STARTTLS\r\nEHLO evil.example\r\nAUTH PLAIN ${plainResponse()}\r\n`);
    expect(await client.reply()).toMatch(/^220 /);
    await client.startTls();
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^503 /);
    await client.command('EHLO client.example');
    expect(await client.command('MAIL FROM:<me@kauke.test>')).toBe('530 5.7.0 Authentication required');
    expect(sent).toHaveLength(0);
  });
});

describe('the submission listener, signing in', () => {
  it('offers PLAIN and LOGIN under TLS, by STARTTLS or from the first octet', async () => {
    const [clear, implicit] = [await startSubmission(), await startSubmission({ implicitTls: true })];
    const upgraded = await greetSecurely(clear.port);
    expect(await upgraded.command('EHLO client.example')).toMatch(/\n250 AUTH PLAIN LOGIN$/);
    const direct = await connectSmtp({ port: implicit.port, implicitTls: true });
    expect(await direct.reply()).toBe('220 mx.example ESMTP');
    const hello = await direct.command('EHLO client.example');
    expect(hello).toMatch(/\n250 AUTH PLAIN LOGIN$/);
    expect(hello).not.toContain('STARTTLS');
  });

  it('takes PLAIN at once or when asked, acting as nobody else', async () => {
    const { port } = await startSubmission();
    for (const response of [plainResponse(), base64(`${username}\0${username}\0${password}`)]) {
      const client = await greetSecurely(port);
      expect(await client.command(`AUTH PLAIN ${response}`)).toBe('235 2.7.0 Authentication successful');
    }
    const asked = await greetSecurely(port);
    expect(await asked.command('auth plain')).toBe('334 ');
    expect(await asked.command(plainResponse())).toMatch(/^235 /);
    const other = await greetSecurely(port);
    expect(await other.command(`AUTH PLAIN ${base64(`root\0${username}\0${password}`)}`)).toMatch(/^535 5\.7\.8/);
  });

  it('takes LOGIN with and without the name at once', async () => {
    const { port } = await startSubmission();
    const asked = await greetSecurely(port);
    expect(await asked.command('AUTH LOGIN')).toBe('334 VXNlcm5hbWU6');
    expect(await asked.command(base64(username))).toBe('334 UGFzc3dvcmQ6');
    expect(await asked.command(base64(password))).toMatch(/^235 /);
    const short = await greetSecurely(port);
    expect(await short.command(`AUTH LOGIN ${base64(username)}`)).toBe('334 UGFzc3dvcmQ6');
    expect(await short.command(base64(password))).toMatch(/^235 /);
  });

  it('takes the whole dialog and the message in one piece, in order', async () => {
    const { port, sent } = await startSubmission();
    const client = await greetSecurely(port);
    await client.send(
      `AUTH LOGIN\r\n${base64(username)}\r\n${base64(password)}\r\nMAIL FROM:<me@kauke.test> AUTH=<>\r\n` +
        'RCPT TO:<bob@b.example>\r\nDATA\r\n..\r\n.\r\nQUIT\r\n',
    );
    const codes: string[] = [];
    for (let count = 0; count < 8; count += 1) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(['334', '334', '235', '250', '250', '354', '250', '221']);
    expect(sent[0]?.message.content.toString()).toBe('.\r\n');
  });

  it('lets nothing through behind a failure that was piped', async () => {
    const { port, sent } = await startSubmission();
    const client = await greetSecurely(port);
    await client.send(
      `AUTH PLAIN ${plainResponse({ username, password: 'wrong' })}\r\nMAIL FROM:<me@kauke.test>\r\n` +
        'RCPT TO:<bob@b.example>\r\nDATA\r\n',
    );
    const codes: string[] = [];
    for (let count = 0; count < 4; count += 1) codes.push((await client.reply()).slice(0, 9));
    expect(codes).toEqual(['535 5.7.8', '530 5.7.0', '503 5.5.1', '503 5.5.1']);
    expect(sent).toHaveLength(0);
  });

  it.each([
    ['AUTH CRAM-MD5', '504 5.5.4'],
    ['AUTH', '501 5.5.4'],
    ['AUTH PLAIN a b', '501 5.5.4'],
    ['AUTH PLAIN not-base64', '501 5.5.2'],
    ['AUTH PLAIN YQ', '501 5.5.2'],
    [`AUTH PLAIN ${base64('no nul octets')}`, '501 5.5.2'],
    [`AUTH PLAIN ${base64('a\0b\0c\0d')}`, '501 5.5.2'],
    [`AUTH PLAIN ${Buffer.from([0, 0xff, 0xfe, 0, 0xff]).toString('base64')}`, '501 5.5.2'],
    [`AUTH PLAIN ${base64(`\0${'x'.repeat(600)}\0y`)}`, '501 5.5.2'],
    ['AUTH PLAIN =', '501 5.5.2'],
    [`AUTH LOGIN ${base64('na\0me')}`, '334 UGFzc3'],
    [`AUTH PLAIN ${'A'.repeat(3000)}`, '500 5.5.2'],
  ])('answers %s with %s and goes on', async (command, answer) => {
    const { port } = await startSubmission();
    const client = await greetSecurely(port);
    expect((await client.command(command)).startsWith(answer)).toBe(true);
    if (answer.startsWith('334')) expect(await client.command(base64('x'))).toMatch(/^501 5\.5\.2/);
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^235 /);
  });

  it.each([
    ['*', '501 5.7.0'],
    ['', '501 5.5.2'],
    ['?', '501 5.5.2'],
    ['A'.repeat(5000), '500 5.5.6'],
    ['\0\0', '501 5.5.2'],
  ])('ends the dialog at the answer %j', async (line, answer) => {
    const { port } = await startSubmission();
    const client = await greetSecurely(port);
    await client.command('AUTH PLAIN');
    const reply = await client.command(line);
    expect(reply.startsWith(answer)).toBe(true);
    expect(await client.command('NOOP')).toMatch(/^250 /);
    expect(await client.command('MAIL FROM:<me@kauke.test>')).toMatch(/^530 /);
  });

  it('refuses a line of the dialog that ends in a bare LF', async () => {
    const { port } = await startSubmission();
    const client = await greetSecurely(port);
    await client.command('AUTH PLAIN');
    await client.send(`${plainResponse()}\n`);
    expect(await client.reply()).toMatch(/^501 5\.5\.2/);
  });

  it('lets nobody sign in twice, within a transaction or before EHLO', async () => {
    const { port } = await startSubmission({ implicitTls: true });
    const client = await connectSmtp({ port, implicitTls: true });
    await client.reply();
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^503 5\.5\.1 Say EHLO/);
    await client.command('EHLO client.example');
    await client.command(`AUTH PLAIN ${plainResponse()}`);
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toBe('503 5.5.1 Already authenticated');
    await client.command('MAIL FROM:<me@kauke.test>');
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^503 5\.5\.1 AUTH/);
  });

  it('ends a session of nothing but wrong passwords', async () => {
    const { port } = await startSubmission({ limits: { maxBadCommands: 3 } });
    const client = await greetSecurely(port);
    const wrong = `AUTH PLAIN ${plainResponse({ username, password: 'wrong' })}`;
    for (let count = 0; count < 3; count += 1) expect(await client.command(wrong)).toMatch(/^535 /);
    expect(await client.reply()).toMatch(/^421 4\.7\.0/);
    await client.closed();
  });

  it('puts a sign-in off that could not be checked, and keeps the session', async () => {
    const { port } = await startSubmission({
      handler: {
        signIn: async () => {
          throw new Error('the database is away');
        },
      },
    });
    const client = await greetSecurely(port);
    expect(await client.command(`AUTH PLAIN ${plainResponse()}`)).toMatch(/^454 4\.7\.0/);
    expect(await client.command('NOOP')).toMatch(/^250 /);
  });
});

describe('the submission listener', () => {
  it('keeps two sessions at once apart', async () => {
    const { port, sent } = await startSubmission();
    const [mine, strange] = await Promise.all([greetSecurely(port), greetSecurely(port)]);
    await mine.command(`AUTH PLAIN ${plainResponse()}`);
    expect(await strange.command('MAIL FROM:<me@kauke.test>')).toMatch(/^530 /);
    await mine.command('MAIL FROM:<me@kauke.test>');
    await mine.command('RCPT TO:<bob@b.example>');
    await mine.command('DATA');
    await strange.command('RSET');
    await mine.send('hi\r\n.\r\n');
    expect(await mine.reply()).toMatch(/^250 /);
    expect(sent.map(({ sender }) => sender)).toEqual([username]);
  });

  it('passes on what the handler says of sender and recipients', async () => {
    const { port } = await startSubmission({
      handler: {
        actAs: async (sender, reversePath) =>
          reversePath === username
            ? { accepted: true, acting: sender }
            : { accepted: false, reply: sessionReplies.badSender },
        recipient: async () => ({ accepted: false, reply: sessionReplies.badRecipient }),
      },
    });
    const client = await greetSecurely(port);
    await client.command(`AUTH PLAIN ${plainResponse()}`);
    expect(await client.command('MAIL FROM:<you@kauke.test>')).toMatch(/^501 5\.1\.7/);
    expect(await client.command('RCPT TO:<bob@b.example>')).toMatch(/^503 /);
    expect(await client.command('MAIL FROM:<me@kauke.test>')).toMatch(/^250 /);
    expect(await client.command('RCPT TO:<bob@b.example>')).toMatch(/^501 5\.1\.3/);
  });

  it.each([
    ['STARTTLS with port 587', false],
    ['TLS from the first octet', true],
  ])('takes mail from nodemailer by %s', async (_, secure) => {
    const { port, sent } = await startSubmission({ implicitTls: secure });
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      secure,
      requireTLS: true,
      auth: { user: username, pass: password },
      tls: { rejectUnauthorized: false },
    });
    const raw = 'Subject: hi\r\n\r\n.leading dot\r\n';
    await transport.sendMail({ envelope: { from: username, to: 'bob@b.example' }, raw });
    transport.close();
    expect(sent[0]?.message.content.toString()).toBe(raw);
  });

  it('forgets clients that are cut off in any state', async () => {
    const { port, listener, sent } = await startSubmission();
    const steps = [
      `AUTH LOGIN\r\n`,
      `AUTH LOGIN\r\n${base64(username)}\r\n`,
      `AUTH PLAIN ${plainResponse()}\r\n`,
      `AUTH PLAIN ${plainResponse()}\r\nMAIL FROM:<me@kauke.test> SIZE=90000\r\n`,
      `AUTH PLAIN ${plainResponse()}\r\nMAIL FROM:<me@kauke.test>\r\nRCPT TO:<bob@b.example>\r\n`,
      `AUTH PLAIN ${plainResponse()}\r\nMAIL FROM:<me@kauke.test>\r\nRCPT TO:<bob@b.example>\r\nDATA\r\nhalf`,
    ];
    for (const step of steps) {
      const client = await greetSecurely(port);
      await client.send(step);
      await client.reply();
      client.destroy();
    }
    const silent = await connectSmtp({ port });
    silent.destroy();
    await expect.poll(() => listener.load()).toEqual({ connections: 0, heldBytes: 0 });
    expect(sent).toHaveLength(0);
  });

  it('gives up on a client that stalls within the dialog or the handshake', async () => {
    // Its own handshake and commands are in time on a busy machine, too.
    const clear = await startSubmission({ limits: { commandTimeoutMs: 1_000 } });
    const client = await greetSecurely(clear.port);
    await client.command('AUTH PLAIN');
    expect(await client.reply()).toMatch(/^421 4\.4\.2/);
    await client.closed();
    const implicit = await startSubmission({ implicitTls: true, limits: { tlsHandshakeMs: 150 } });
    const mute = await connectSmtp({ port: implicit.port });
    await mute.closed();
    await expect.poll(() => implicit.listener.load().connections).toBe(0);
  });
});
