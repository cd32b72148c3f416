import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describeNeighbour } from '#cli/setup/describe-neighbour.ts';
import { findFreePort } from '#support/free-port.ts';
import { signUpOwner, startService, type RunningService } from '#support/running-service.ts';
import { connectSmtp } from '#support/smtp-client.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';
import { makeFolder, startDaemon } from '../../bench/forward/peer/daemons.ts';
import { findPostfix } from '../../bench/forward/peer/find-programs.ts';
import { writePostfix } from '../../bench/forward/peer/write-postfix.ts';
import { writeTlsFiles } from '../../bench/forward/peer/write-tls-files.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const scope = new AsyncDisposableStack();
let sink: SmtpSink;
let service: RunningService;
let postfixPort: number;

/** What `setup` prints for main.cf. */
function printedSettings(): string {
  const web = { webHost: 'kauke.test', hasFile: false, httpPort: '3000' };
  const places = { domains: ['kauke.test'], ...web, mxPort: String(service.mxPort) };
  const lines = describeNeighbour('postfix', [25], places).split('\n');
  return lines
    .filter((line) => /^ {2}\w+ = /u.test(line))
    .join('\n')
    .replaceAll(/^ {2}/gmu, '');
}

beforeAll(async () => {
  sink = await startSmtpSink();
  service = await startService({
    SMARTHOST_URL: `smtp://127.0.0.1:${sink.port}`,
    OPERATOR_EMAIL: 'operator@home.example',
    TARGET_CONFIRMATION: 'off',
    UNAUTHENTICATED_MAIL: 'mark',
  });
  const folder = await makeFolder(scope);
  postfixPort = await findFreePort();
  const installed = await findPostfix();
  // What the comparison of benchmarks needs and a plain relay does not have.
  const plain = ['smtpd_milters =', 'virtual_alias_domains =', 'virtual_alias_maps =', 'relayhost ='];
  const config = await writePostfix({
    installed,
    folder: join(folder, 'postfix'),
    port: postfixPort,
    milterPort: 1,
    sinkPort: 1,
    tlsFiles: await writeTlsFiles(folder),
    tuning: [...plain, printedSettings()].join('\n'),
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
  await service.stop();
  await sink.stop();
});

it('gets the mail of its aliases from Postfix, which refuses those that are none', async () => {
  const owner = await signUpOwner(service, 'ann@home.example');
  await owner.createAlias('shop', ['ann@home.example']);
  const client = await connectSmtp({ port: postfixPort, timeoutMs: 30_000 });
  await client.reply();
  await client.command('EHLO client.example');
  await client.command('MAIL FROM:<bob@b.example>');
  expect(await client.command('RCPT TO:<nobody@kauke.test>')).toMatch(/^550 /u);
  expect(await client.command('RCPT TO:<ann@elsewhere.example>')).toMatch(/^5\d\d .*[Rr]elay access denied/u);
  expect(await client.command('RCPT TO:<shop@kauke.test>')).toMatch(/^250 /u);
  await client.command('DATA');
  expect(
    await client.command('From: bob@b.example\r\nTo: shop@kauke.test\r\nSubject: relayed\r\n\r\nhello\r\n.'),
  ).toMatch(/^250 /u);
  client.end();
  const [message] = await sink.waitForMessages(1, 30_000);
  expect(message?.raw.toString()).toContain('Subject: relayed');
});
