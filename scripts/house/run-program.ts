import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { DnsServer } from '#support/dns-server.ts';
import { createOutsideSender } from '#support/outside-sender.ts';
import { signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { connectSmtp, dotStuff } from '#support/smtp-client.ts';
import type { SmtpSink } from '#support/smtp-sink.ts';
import { openProgramWorld } from '../program-world.ts';
import { countRuns, filesThatRan, inEach } from './what-ran.ts';

const rounds = 5;
/** What follows an answer: counts, the row of a delivery. */
const settleMs = 300;

/** The sources of a warm program in which a function ran, each time that something was done. */
export interface RanFiles {
  readonly name: 'alias' | 'message';
  readonly files: readonly string[];
}

/** Somebody outside whose mail is signed, and a program that it is for. */
interface Mailer {
  readonly dns: DnsServer;
  readonly mxPort: number;
  readonly sink: Pick<SmtpSink, 'waitForMessages'>;
}

/** Sends the same message again and again, from its sender to the next server. */
function createMailer({ dns, mxPort, sink }: Mailer): () => Promise<void> {
  const sender = createOutsideSender(dns, 'sender.example', { policy: 'reject', addresses: ['127.0.0.1'] });
  let sent = 0;
  return async () => {
    sent += 1;
    const header = [
      'From: Bob <bob@sender.example>',
      'To: house-1@kauke.test',
      `Subject: ${sent}`,
      'Date: Sat, 21 Nov 2026 10:00:00 +0000',
      `Message-ID: <${sent}@sender.example>`,
    ];
    const content = dotStuff(await sender.sign(`${header.join('\r\n')}\r\n\r\nHello.\r\n`));
    const client = await connectSmtp({ port: mxPort });
    await client.reply();
    await client.command('EHLO mail.sender.example');
    await client.command('MAIL FROM:<bob@sender.example>');
    await client.command('RCPT TO:<house-1@kauke.test>');
    await client.command('DATA');
    await client.send(content);
    const reply = await client.reply();
    if (!reply.startsWith('250')) throw new Error(reply);
    await sink.waitForMessages(sent);
    await client.command('QUIT');
    await setTimeout(settleMs);
  };
}

/** Makes one alias after the other, as the form does. */
async function createMaker(program: ProgramProcess): Promise<() => Promise<void>> {
  const { userId, visitor } = await signUpAt(program, 'ann@home.example');
  let made = 0;
  return async () => {
    made += 1;
    const wanted = { alias: `house-${made}`, domain: 'kauke.test', forwardTo: 'ann@inbox.example' };
    const { status, body } = await visitor.send('POST', `/api/aliases/${userId}`, wanted);
    if (status !== 201) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
    await setTimeout(settleMs);
  };
}

/** Starts the program of a checkout from its sources, and counts what runs in it (V8 coverage). */
export async function countRunFiles(checkout: string): Promise<RanFiles[]> {
  await using scope = new AsyncDisposableStack();
  const { sink, dns, env } = await openProgramWorld(scope, 'house');
  const sources = 'scripts/run-sources.ts';
  const program = await startProgram({
    checkout,
    node: {
      flags: ['--inspect=127.0.0.1:0'],
      file: existsSync(join(checkout, sources)) ? sources : 'src/cli/start.ts',
    },
    env: { ...env, TARGET_CONFIRMATION: 'off' },
  });
  scope.defer(async () => {
    await program.stop();
  });
  const counter = await countRuns(program.output().stderr);
  scope.defer(counter.close);
  const folder = pathToFileURL(`${checkout}/`);
  const count = async (act: () => Promise<void>): Promise<string[]> => {
    // The first ones find what is new each time: the use of an alias, a sender, a connection.
    for (let time = 0; time < 2; time += 1) await act();
    const ran: ReadonlySet<string>[] = [];
    for (let round = 0; round < rounds; round += 1) ran.push(filesThatRan(await counter.during(act), folder));
    return inEach(ran);
  };
  const alias = await count(await createMaker(program));
  const message = await count(createMailer({ dns, mxPort: program.mxPort, sink }));
  return [
    { name: 'alias', files: alias },
    { name: 'message', files: message },
  ];
}
