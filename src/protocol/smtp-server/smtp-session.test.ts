import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import { describe, expect, it } from 'vitest';
import { expectAfter } from '#support/expect-after.ts';
import { greet, openData, startMxListener } from '#support/mx-listener.ts';
import { connectSmtp, sendMessage } from '#support/smtp-client.ts';

const unknownRecipient = { code: 550, enhanced: '5.1.1', text: 'No such address here' };

describe('the MX listener', () => {
  it('greets at once and offers what it keeps', async () => {
    const { port } = await startMxListener();
    const client = await connectSmtp({ port });
    expect(await client.reply()).toBe('220 mx.example ESMTP');
    const hello = await client.command('EHLO client.example');
    expect(hello.split('\n').map((line) => line.slice(4))).toEqual([
      'mx.example',
      'PIPELINING',
      'SIZE 26214400',
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'CHUNKING',
      'SMTPUTF8',
      'HELP',
      'STARTTLS',
    ]);
    expect(await client.command('HELO client.example')).toBe('250 mx.example');
  });

  it('hands over a message as it was written', async () => {
    const { port, messages } = await startMxListener();
    const data = 'Subject: dots\r\n\r\n.\r\n..\r\n.a\r\nb.\r\n';
    const replies = await sendMessage({ port, from: 'a@b.example', to: ['x@mx.example', 'y@mx.example'], data });
    expect(replies.data).toBe('250 2.0.0 Message accepted');
    expect(messages).toHaveLength(1);
    expect(messages[0]?.content.toString()).toBe(data);
    expect(messages[0]?.recipients).toEqual(['x@mx.example', 'y@mx.example']);
    expect(messages[0]?.envelope).toMatchObject({ reversePath: 'a@b.example', eightBitMime: false });
    expect(messages[0]?.client).toEqual({ remoteAddress: '127.0.0.1', helo: 'client.example', protocol: 'ESMTP' });
  });

  it('takes mail from nodemailer under STARTTLS', async () => {
    const { port, messages } = await startMxListener();
    const transport = createTransport({
      host: '127.0.0.1',
      port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
    });
    const raw = 'Subject: hi\r\n\r\n.leading dot\r\n';
    await transport.sendMail({ envelope: { from: 'a@b.example', to: 'x@mx.example' }, raw });
    transport.close();
    expect(messages[0]?.content.toString()).toBe(raw);
    expect(messages[0]?.client.protocol).toBe('ESMTPS');
  });

  it('answers pipelined commands in order and finds the next command behind the final dot', async () => {
    const { port, messages } = await startMxListener();
    const client = await greet(port);
    await client.send(
      'MAIL FROM:<a@b.example> BODY=8BITMIME\r\nRCPT TO:<x@mx.example>\r\nDATA\r\n..\r\n.\r\n' +
        'RSET\r\nMAIL FROM:<>\r\nRCPT TO:<y@mx.example>\r\nDATA\r\nsecond\r\n.\r\nQUIT\r\n',
    );
    const codes: string[] = [];
    for (let count = 0; count < 9; count += 1) codes.push((await client.reply()).slice(0, 3));
    expect(codes).toEqual(['250', '250', '354', '250', '250', '250', '250', '354', '250']);
    expect(await client.reply()).toMatch(/^221 /);
    await client.closed();
    expect(messages.map(({ content }) => content.toString())).toEqual(['.\r\n', 'second\r\n']);
  });

  it('keeps order: HELO first, one transaction at a time, recipients before DATA', async () => {
    const { port } = await startMxListener();
    const client = await connectSmtp({ port });
    await client.reply();
    expect(await client.command('MAIL FROM:<a@b.example>')).toMatch(/^503 5\.5\.1/);
    expect(await client.command('EHLO')).toMatch(/^501 5\.5\.4/);
    await client.command('EHLO client.example');
    expect(await client.command('RCPT TO:<x@mx.example>')).toMatch(/^503 5\.5\.1/);
    expect(await client.command('DATA')).toMatch(/^503 5\.5\.1/);
    await client.command('MAIL FROM:<a@b.example>');
    expect(await client.command('MAIL FROM:<a@b.example>')).toMatch(/^503 5\.5\.1/);
    expect(await client.command('DATA')).toMatch(/^554 5\.5\.1/);
    expect(await client.command('RSET')).toMatch(/^250 /);
    expect(await client.command('MAIL FROM:<c@d.example>')).toMatch(/^250 /);
  });

  it('answers unknown commands, too long lines and octets that are no text, and goes on', async () => {
    const { port } = await startMxListener();
    const client = await greet(port);
    expect(await client.command('WIZ')).toMatch(/^500 5\.5\.1/);
    expect(await client.command(`NOOP ${'x'.repeat(5000)}`)).toMatch(/^500 5\.5\.2/);
    await client.send(Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]));
    expect(await client.reply()).toMatch(/^500 5\.5\.2/);
    await client.send('NOOP\n');
    expect(await client.reply()).toMatch(/^500 5\.5\.2/);
    expect(await client.command('VRFY x')).toMatch(/^252 /);
    expect(await client.command('NOOP')).toMatch(/^250 /);
  });

  it('ends a session of nothing but mistakes', async () => {
    const { port } = await startMxListener({}, { maxBadCommands: 3 });
    const client = await greet(port);
    await client.send('GET / HTTP/1.1\r\nHost: x\r\nAccept: */*\r\n\r\n');
    for (let count = 0; count < 3; count += 1) expect(await client.reply()).toMatch(/^500 /);
    expect(await client.reply()).toMatch(/^421 4\.7\.0/);
    await client.closed();
  });

  it('ends a session that never brings a message', async () => {
    const { port } = await startMxListener({}, { maxCommandsPerMessage: 4 });
    const client = await greet(port);
    await openData(client);
    await client.send('hi\r\n.\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    for (let count = 0; count < 4; count += 1) expect(await client.command('NOOP')).toMatch(/^250 /);
    expect(await client.command('NOOP')).toMatch(/^421 4\.7\.0/);
    await client.closed();
  });

  it('ends a session that names recipients for ever', async () => {
    const { port } = await startMxListener({}, { messageTimeoutMs: 2_000, maxRecipients: 2 });
    const client = await greet(port);
    await openData(client);
    await client.send('hi\r\n.\r\n');
    expect(await client.reply()).toMatch(/^250 /);
    await client.command('MAIL FROM:<a@b.example>');
    const answers = new Set<string>();
    while (!answers.has('421')) {
      answers.add((await client.command('RCPT TO:<x@mx.example>')).slice(0, 3));
      await pause(25);
    }
    expect([...answers]).toEqual(['250', '452', '421']);
    await client.closed();
  });

  it('cuts off a line without end', async () => {
    const { port } = await startMxListener({}, { maxLineBytes: 100 });
    const client = await greet(port);
    await client.send('x'.repeat(10_000));
    expect(await client.reply()).toMatch(/^500 5\.5\.2/);
    await client.closed();
  });

  it('takes 100 recipients and puts the 101st off', async () => {
    const { port, messages } = await startMxListener();
    const to = Array.from({ length: 101 }, (_, index) => `r${index}@mx.example`);
    const replies = await sendMessage({ port, from: 'a@b.example', to, data: 'hi\r\n' });
    expect(replies.rcpt.filter((reply) => reply.startsWith('250'))).toHaveLength(100);
    expect(replies.rcpt[100]).toMatch(/^452 4\.5\.3/);
    expect(messages[0]?.recipients).toHaveLength(100);
  });

  it('answers a throwing handler with 451 and goes on', async () => {
    const fault = async (): Promise<never> => {
      throw new Error('broken');
    };
    const broken = await startMxListener({ recipient: fault });
    const client = await greet(broken.port);
    await client.command('MAIL FROM:<a@b.example>');
    expect(await client.command('RCPT TO:<x@mx.example>')).toMatch(/^451 4\.3\.0/);
    const late = await startMxListener({ message: fault });
    const replies = await sendMessage({ port: late.port, from: 'a@b.example', to: 'x@mx.example', data: 'hi\r\n' });
    expect(replies.data).toMatch(/^451 4\.3\.0/);
  });

  it('passes on the decision about each recipient', async () => {
    const { port, messages } = await startMxListener({
      recipient: async (address) =>
        address.startsWith('x') ? { accepted: true, recipient: 'X' } : { accepted: false, reply: unknownRecipient },
    });
    const replies = await sendMessage({ port, from: '', to: ['n@mx.example', 'x@mx.example'], data: 'hi\r\n' });
    expect(replies.rcpt).toEqual(['550 5.1.1 No such address here', '250 2.1.5 Recipient OK']);
    expect(messages[0]?.recipients).toEqual(['X']);
    expect(messages[0]?.envelope.recipients).toEqual(['x@mx.example']);
  });

  it('slows down a client that tries recipients', async () => {
    const { port } = await startMxListener(
      { recipient: async () => ({ accepted: false, reply: unknownRecipient }) },
      { promptRefusals: 1, maxTarpitMs: 60_000 },
    );
    const client = await greet(port);
    await client.command('MAIL FROM:<a@b.example>');
    await client.command('RCPT TO:<a@mx.example>');
    await expectAfter(240, () => client.command('RCPT TO:<b@mx.example>'));
  });
});
