import { once } from 'node:events';
import { connect } from 'node:net';
import type { SeededRandom } from '#support/seeded-random.ts';

/** What hostile clients know and try. */
export interface HostileKnowledge {
  readonly port: number;
  /** Addresses of aliases, and whatever else one may try as a recipient. */
  readonly recipients: readonly string[];
  /** What a curious client suspects. */
  readonly guesses: readonly string[];
  readonly senders: readonly string[];
}

const helos = ['EHLO mail.sender.example', 'HELO x', 'EHLO [127.0.0.1]', 'ehlo \xff', 'EHLO', 'LHLO x'];
const curious = [
  'VRFY',
  'EXPN',
  'HELP',
  'NOOP',
  'RCPT TO:',
  'MAIL FROM:',
  'ETRN',
  'XCLIENT ADDR=',
  'DEBUG',
  'AUTH PLAIN',
];
const parameters = [' SIZE=100', ' BODY=8BITMIME', ' RET=FULL ENVID=x', ' SMTPUTF8', ' AUTH=<>'];
const askedFor = [
  'Disposition-Notification-To',
  'Return-Receipt-To',
  'X-Confirm-Reading-To',
  'Errors-To',
  'Reply-To',
  'Sender',
  'List-Unsubscribe',
  'Resent-From',
  'X-Forwarded-To',
  'Delivered-To',
];
const junk = ['\r\n', '.\r\n', '\0', '\n.\n', '\r', ' ', '\xff\xfe', 'x'.repeat(3_000), 'QUIT'];

function makeMessage(random: SeededRandom, { guesses, recipients, senders }: HostileKnowledge, from: string): string {
  const fields = [
    `From: Bob <${random.chance(0.93) ? from : random.pick(recipients)}>`,
    `To: ${random.pick(recipients)}`,
    `Subject: ${random.pick(['hello', '', '=?utf-8?q?=00?=', 'x'.repeat(2_000)])}`,
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    `Message-ID: <${Math.floor(random.next() * 1e15)}@sender.example>`,
  ];
  while (random.chance(0.5)) fields.push(`${random.pick(askedFor)}: <${random.pick(senders)}>`);
  if (random.chance(0.05)) fields.splice(random.below(fields.length), 1);
  return `${fields.join('\r\n')}\r\n\r\nAre you ${random.pick(guesses)}?\r\n${random.chance(0.05) ? random.pick(junk) : ''}\r\n.\r\n`;
}

function transaction(random: SeededRandom, knowledge: HostileKnowledge): string[] {
  const from = random.pick(knowledge.senders);
  const count = random.chance(0.7) ? 1 : 1 + random.below(5);
  const rcpts = Array.from({ length: count }, () => `RCPT TO:<${random.pick(knowledge.recipients)}>\r\n`);
  const mail = `MAIL FROM:<${random.chance(0.85) ? from : ''}>${random.chance(0.9) ? '' : random.pick(parameters)}\r\n`;
  return [mail, ...rcpts, 'DATA\r\n', makeMessage(random, knowledge, from)];
}

/** The octets of a session, step by step: transactions, questions, steps left out, doubled or spoiled. */
function makeSteps(random: SeededRandom, knowledge: HostileKnowledge): string[] {
  const steps = [`${random.chance(0.85) ? helos[0] : random.pick(helos)}\r\n`];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    if (random.chance(0.3))
      steps.push(`${random.pick(curious)} <${random.pick([...knowledge.guesses, ...knowledge.recipients])}>\r\n`);
    steps.push(
      ...transaction(random, knowledge).flatMap((step) => {
        if (random.chance(0.02)) return [];
        if (random.chance(0.02)) return [step, step];
        return random.chance(0.02) ? [random.pick(junk), step] : [step];
      }),
    );
  }
  if (random.chance(0.9)) steps.push('\r\n.\r\nQUIT\r\n');
  return steps;
}

/** Holds one hostile session from an address of its own; every octet the server said. */
export async function holdHostileSession(
  random: SeededRandom,
  knowledge: HostileKnowledge,
  localAddress: string,
): Promise<string> {
  const socket = connect({ port: knowledge.port, host: '127.0.0.1', localAddress, noDelay: true });
  let said = '';
  socket.on('data', (octets) => {
    said += octets.toString('latin1');
  });
  const closed = once(socket, 'close').catch(() => {});
  await once(socket, 'connect');
  const asks = random.chance(0.5);
  for (const step of makeSteps(random, knowledge)) {
    if (!socket.writable) break;
    const before = said.length;
    socket.write(step, 'latin1');
    // Half of them wait for an answer, as far as one comes soon.
    if (asks) for (let turns = 0; turns < 20 && said.length === before; turns += 1) await new Promise(setImmediate);
  }
  if (random.chance(0.05)) socket.destroy();
  else socket.end();
  await closed;
  return said;
}
