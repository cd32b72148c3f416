import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startMxListener } from '#support/mx-listener.ts';
import { findFreePort } from '#support/free-port.ts';
import { message, transportTo } from '#support/smarthost.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { makeFolder, startDaemon } from '../../bench/forward/peer/daemons.ts';
import { findPostfix } from '../../bench/forward/peer/find-programs.ts';
import { writePostfix } from '../../bench/forward/peer/write-postfix.ts';
import { writeTlsFiles } from '../../bench/forward/peer/write-tls-files.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scope = new AsyncDisposableStack();
let sink: SmtpSink;
let postfixPort: number;

beforeAll(async () => {
  sink = await startSmtpSink();
  const folder = await makeFolder(scope);
  postfixPort = await findFreePort();
  const installed = await findPostfix();
  const config = await writePostfix({
    installed,
    folder: join(folder, 'postfix'),
    port: postfixPort,
    milterPort: 1,
    sinkPort: sink.port,
    tlsFiles: await writeTlsFiles(folder),
    // What the comparison of benchmarks needs and a plain relay does not have.
    tuning: [
      'smtpd_milters =',
      'virtual_alias_domains =',
      'virtual_alias_maps =',
      'mynetworks = 127.0.0.0/8',
      'smtpd_relay_restrictions = permit_mynetworks, reject',
    ].join('\n'),
    aliases: new Map(),
    domain: 'none.example',
  });
  const { command } = installed;
  const askToStop = (): void => void execFile(command, ['-c', config, 'stop'], () => {});
  const words = ['-c', config, 'start-fg'];
  await startDaemon({ name: 'Postfix', command, words, port: postfixPort, onSpawn: () => {}, askToStop }, scope);
});
afterAll(async () => {
  await scope.disposeAsync();
  await sink.stop();
});

/** The codes of the replies to a stream of commands, each an octet string that brings so many replies. */
async function converse(port: number, steps: readonly (readonly [octets: string, replies: number])[]): Promise<string> {
  const client = await connectSmtp({ port, timeoutMs: 30_000 });
  const codes: string[] = [];
  await client.reply();
  await client.command('EHLO client.example');
  for (const [octets, replies] of steps) {
    await client.send(octets);
    for (let read = 0; read < replies; read += 1) codes.push((await client.reply()).slice(0, 3));
  }
  client.destroy();
  return codes.join(' ');
}

describe('CHUNKING', () => {
  it.each([
    ['one chunk', [['Subject: hi\r\n\r\n.\r\n.dot\r\nlast line\r\n']]],
    ['blocks', [['Subject: many\r\n\r\n'], [`${'x'.repeat(60)}\r\n.\r\n`.repeat(10_000)]]],
  ])('gives Postfix %s, which come out octet for octet', async (_name, pieces) => {
    const before = sink.messages.length;
    const content = pieces.flat().map((piece) => Buffer.from(piece));
    expect(await transportTo(postfixPort).attempt({ ...message, content }).outcome).toEqual({ kind: 'delivered' });
    const received = (await sink.waitForMessages(before + 1, 30_000))[before]?.raw.toString() ?? '';
    const [, body = ''] = Buffer.concat(content)
      .toString()
      .split(/\r\n\r\n([^]*)/u);
    expect(received.endsWith(`\r\n\r\n${body}`)).toBe(true);
  });

  const envelope = 'MAIL FROM:<a@b.example>\r\nRCPT TO:<x@mx.example>\r\n';
  it.each([
    ['chunks, pipelined', [[`${envelope}BDAT 13\r\nSubject: hi\r\nBDAT 5 LAST\r\n\r\na\r\n`, 4]]],
    ['an empty last chunk', [[`${envelope}BDAT 18\r\nSubject: hi\r\n\r\na\r\nBDAT 0 LAST\r\n`, 4]]],
    [
      'a reset in the middle',
      [[`${envelope}BDAT 6\r\nQUIT\r\nRSET\r\n${envelope}BDAT 13 LAST\r\nSubject: hi\r\nNOOP\r\n`, 8]],
    ],
    ['no transaction', [['BDAT 6 LAST\r\nQUIT\r\nNOOP\r\n', 2]]],
    ['no recipient', [['MAIL FROM:<a@b.example>\r\nBDAT 6 LAST\r\nQUIT\r\nRSET\r\n', 3]]],
    [
      'DATA in the middle',
      [
        [`${envelope}BDAT 13\r\nSubject: hi\r\n`, 3],
        ['DATA\r\n', 1],
        ['RSET\r\n', 1],
      ],
    ],
  ] satisfies [string, [string, number][]][])('answers %s as Postfix does', async (_name, steps) => {
    const { port } = await startMxListener();
    const [ours, theirs] = [await converse(port, steps), await converse(postfixPort, steps)];
    expect(ours).toBe(theirs);
  });
});

describe('SMTPUTF8', () => {
  const steps: [string, number][] = [
    ['MAIL FROM:<žąsis@b.example> SMTPUTF8\r\nRCPT TO:<jürgen@mx.example>\r\nRCPT TO:<x@mx.example>\r\n', 3],
    ['DATA\r\n', 1],
    ['From: Žąsis <žąsis@b.example>\r\nSubject: Grüße\r\n\r\nHallo\r\n.\r\n', 1],
  ];

  it('is answered as Postfix answers it, and what Postfix passes on has the same header', async () => {
    const { port, messages } = await startMxListener();
    const [ours, theirs] = [await converse(port, steps), await converse(postfixPort, steps)];
    expect(ours).toBe(theirs);
    expect(messages[0]?.envelope).toMatchObject({ reversePath: 'žąsis@b.example', smtpUtf8: true });
    const relayed = () => sink.messages.find(({ mailFrom }) => mailFrom === 'žąsis@b.example');
    await expect.poll(() => relayed()?.raw.toString(), { timeout: 30_000 }).toContain('Subject: Grüße');
  });

  it('comes from Postfix with the addresses that it was given, and goes to it', async () => {
    const utf8 = { ...message, rcptTo: 'jürgen@target.example', smtpUtf8: true };
    expect(await transportTo(postfixPort).attempt(utf8).outcome).toEqual({ kind: 'delivered' });
    const recipients = () => sink.messages.flatMap(({ rcptTo }) => rcptTo);
    await expect.poll(recipients, { timeout: 30_000 }).toContain('jürgen@target.example');
  });
});

describe('DSN', () => {
  it.each([
    ['NOTIFY=SUCCESS,FAILURE ORCPT=rfc822;old+2Bx@b.example', 'RET=HDRS ENVID=abc'],
    ['NOTIFY=NEVER', 'RET=FULL'],
    ['NOTIFY=NEVER,SUCCESS', 'RET=ALL'],
    ['NOTIFY=', 'ENVID=a=b'],
    ['ORCPT=x@b.example', 'RET=FULL RET=FULL'],
    ['ORCPT=utf-8;j\\x{FC}rgen@b.example', 'RET=FULL'],
    ['ORCPT=utf-8;jürgen@b.example', 'RET=FULL'],
  ])('answers %s and %s as Postfix does', async (rcpt, mail) => {
    const { port } = await startMxListener({ offersDsn: true });
    const steps: [string, number][] = [
      [`MAIL FROM:<a@b.example> ${mail}\r\n`, 1],
      ['RSET\r\nMAIL FROM:<a@b.example> SMTPUTF8\r\n', 2],
      [`RCPT TO:<x@mx.example> ${rcpt}\r\n`, 1],
    ];
    const [ours, theirs] = [await converse(port, steps), await converse(postfixPort, steps)];
    expect(ours).toBe(theirs);
  });

  it('makes the report of Postfix one that says relayed, as ours does', async () => {
    const steps: [string, number][] = [
      ['MAIL FROM:<asker@b.example> ENVID=abc\r\nRCPT TO:<x@mx.example> NOTIFY=SUCCESS\r\nDATA\r\n', 3],
      ['From: asker@b.example\r\nSubject: hi\r\n\r\nhi\r\n.\r\n', 1],
    ];
    await converse(postfixPort, steps);
    const report = () => sink.messages.find(({ rcptTo }) => rcptTo[0] === 'asker@b.example');
    await expect.poll(() => report()?.raw.toString(), { timeout: 30_000 }).toMatch(/^Action: relayed\r$/mu);
    expect(report()?.raw.toString()).toMatch(/^Original-Envelope-Id: abc\r$/mu);
  });
});
