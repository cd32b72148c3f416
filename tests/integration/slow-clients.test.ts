import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accepted, alias, inbox, send } from '#support/numbered-mail.ts';
import { signUpAt, startProgram, type ProgramProcess } from '#support/program.ts';
import { makeProgramPlace, type ProgramPlace } from '#support/program-place.ts';
import { proxyHeaderV2 } from '#support/proxy-header.ts';
import { clientBlocks } from '#protocol/smtp-server/client-accounts.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';

let place: ProgramPlace;
beforeEach(async () => {
  place = await makeProgramPlace();
});
afterEach(() => place.remove());

/** The program with one alias, behind a proxy that tells where clients come from. */
async function start(workers: number): Promise<ProgramProcess> {
  const env = { ...place.env, PROXY_PROTOCOL: '127.0.0.9', WORKERS: String(workers) };
  const program = await startProgram({ env });
  const { userId, visitor } = await signUpAt(program, inbox);
  const wanted = { alias: 'my-alias', domain: 'kauke.test', forwardTo: inbox };
  expect(await visitor.send('POST', `/api/aliases/${userId}`, wanted)).toMatchObject({ status: 201 });
  return program;
}

function connectFrom({ mxPort }: ProgramProcess, address: string): Promise<SmtpTestClient> {
  const prelude = proxyHeaderV2(address);
  return connectSmtp({ port: mxPort, localAddress: '127.0.0.9', prelude, timeoutMs: 30_000 });
}

async function greetFrom(program: ProgramProcess, address: string): Promise<SmtpTestClient> {
  const client = await connectFrom(program, address);
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}

/** Announces the largest message that is not put off, and sends none of it. */
async function announceLargest(client: SmtpTestClient): Promise<void> {
  for (let size = 26_214_400; size > 1000; size = Math.floor(size / 2)) {
    const reply = await client.command(`MAIL FROM:<bob@sender.example> SIZE=${size}`);
    if (reply.startsWith('250')) break;
  }
  await client.command(`RCPT TO:<${alias}>`);
  await client.command('DATA');
}

describe('a program with slow clients', () => {
  it('takes mail of others while 23 connections of 8 networks announce large messages and say nothing', async () => {
    const program = await start(1);
    const silent = await Promise.all(
      Array.from({ length: 23 }, (_, index) => greetFrom(program, `192.0.${(index % 8) + 2}.1`)),
    );
    for (const client of silent) await announceLargest(client);
    const honest = await greetFrom(program, '198.51.100.1');
    expect(await send(honest, 'small')).toBe(accepted);
    expect(await send(honest, 'large', `${'x'.repeat(70)}\r\n`.repeat(170_000))).toBe(accepted);
    for (const client of [...silent, honest]) client.destroy();
  });

  async function expectNewcomersServed(workers: number): Promise<void> {
    const program = await start(workers);
    const silent = await Promise.all(
      Array.from({ length: 500 }, (_, index) => connectFrom(program, `198.18.${index % 25}.1`)),
    );
    const greetings = await Promise.all(silent.map((client) => client.reply()));
    const codes = greetings.map((greeting) => greeting.slice(0, 3));
    const refused = codes.filter((code) => code === '421').length;
    expect(codes.filter((code) => code === '220')).toHaveLength(500 - refused);
    // A worker may keep four places of each network that it does not use.
    expect(refused).toBeLessThanOrEqual((workers - 1) * 25 * clientBlocks.connections);
    const isServed = async (): Promise<string> => {
      const client = await connectFrom(program, '203.0.113.99');
      const greeting = await client.reply();
      client.destroy();
      return greeting.slice(0, 3);
    };
    await expect.poll(isServed, { interval: 500 }).toBe('220');
    for (let number = 0; number < 5; number += 1) {
      const honest = await greetFrom(program, `203.0.113.${number}`);
      expect(await send(honest, String(number))).toBe(accepted);
      honest.destroy();
    }
    for (const client of silent) client.destroy();
  }

  it('serves newcomers while 500 connections of 25 networks say nothing', () => expectNewcomersServed(1));

  it('serves them so with two workers', { tags: 'proof' }, () => expectNewcomersServed(2));
});
