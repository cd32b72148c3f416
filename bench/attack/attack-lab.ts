import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startDnsServer, type DnsZone } from '#support/dns-server.ts';
import { findFreePort } from '#support/free-port.ts';
import { startProgram } from '#support/program.ts';
import { buildWeb } from '../build-web.ts';
import { describeMachine } from '../describe-machine.ts';
import { startHelper } from '../helper-process.ts';
import { holdToQuarter } from '../scale/cpu-quota.ts';
import type { Attack } from './attacks/attack.ts';
import { quiet } from './attacks/attacks.ts';
import type { AttackerCalls, HonestCalls, Life, Person, Place, Tally } from './calls.ts';
import { bounds, compare, findDamage, join as joinLives } from './judge.ts';
import { makePerson } from './make-person.ts';
import { startReceiver, type Receiver } from './receiver.ts';

type Print = (line: string) => void;

export interface AttackOptions {
  readonly chosen: readonly Attack[];
  /** Of each measurement. */
  readonly seconds: number;
}

const honestPeople = 16;
const warmUpSeconds = 4;
const moreTimes = 2;
/** An attack is under way by then. */
const beginMs = 2000;
const timeoutMs = 120_000;
/** Little, so that it can be filled in seconds. */
const room = '64 MiB';

const zone: DnsZone = {
  'sender.example': {
    TXT: ['v=spf1 ip4:198.18.0.0/15 ip4:203.0.0.0/16 -all'],
    MX: [{ preference: 10, exchange: 'mx.sender.example' }],
  },
  'mx.sender.example': { A: ['127.0.0.1'] },
  '_dmarc.sender.example': { TXT: ['v=DMARC1; p=reject'] },
};

/** The program as it is shipped but for one process, its database embedded, behind a proxy on this machine. */
async function startPlace(receiver: Receiver, dnsServer: string, scope: AsyncDisposableStack): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-attack-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const submissionPort = await findFreePort();
  const program = await startProgram({
    env: {
      DATA_DIR: dataDir,
      BIND_ADDRESS: '127.0.0.1',
      SUBMISSION_PORT: String(submissionPort),
      SMARTHOST_URL: `smtp://127.0.0.1:${receiver.port}`,
      DNS_SERVERS: dnsServer,
      OPERATOR_EMAIL: 'operator@operator.example',
      MAIL_DOMAINS: 'kauke.test',
      TRUSTED_PROXIES: '127.0.0.1/32',
      PROXY_PROTOCOL: '127.0.0.1/32',
      SPOOL_MAX: room,
    },
  });
  scope.defer(async () => void (await program.stop()));
  return { webUrl: program.webUrl.replace('localhost', '127.0.0.1'), mxPort: program.mxPort, submissionPort };
}

interface Measured {
  readonly before: Life;
  readonly during: Life;
  readonly tally: Tally;
  readonly reached: readonly string[];
}

/** Honest people while a loop uses up what attackers would, then beside the attack, with a program of their own. */
async function measure(attack: Attack, seconds: number): Promise<Measured> {
  await using scope = new AsyncDisposableStack();
  const receiver = await startReceiver();
  scope.defer(() => receiver.stop());
  const dns = await startDnsServer(zone);
  scope.defer(() => dns.close());
  const place = await startPlace(receiver, dns.address, scope);

  let number = 0;
  const make = (name: string): Promise<Person> => {
    number += 1;
    return makePerson({ place, receiver, email: `${name}@inboxes.example`, number });
  };
  const people: Person[] = [];
  for (let count = 1; count <= honestPeople; count += 1) people.push(await make(`honest-${count}`));
  const held = (await attack.people?.(make, place)) ?? [];
  if (attack.refusesMailTo !== undefined) receiver.refuse(attack.refusesMailTo);

  // What is deferred first goes last: a group can only go when nobody is in it.
  const quarter = scope.use(new AsyncDisposableStack());
  const honest = startHelper<HonestCalls>(new URL('./honest.ts', import.meta.url), scope);
  const attackers = startHelper<AttackerCalls>(new URL('./attacker.ts', import.meta.url), scope);
  holdToQuarter(attackers.pid, quarter);
  const live = (length: number) => honest.call('live', { place, people, seconds: length }, timeoutMs);
  const beside = async (name: string) => {
    // What was written before is on disk: a flush of it would hold up whatever is committed meanwhile.
    await promisify(execFile)('sync');
    await attackers.call('begin', { name, place, people: held }, timeoutMs);
    await pause(beginMs);
    const life = await live(seconds);
    return { life, tally: await attackers.call('end', null, timeoutMs) };
  };

  await live(warmUpSeconds);
  const { life: before } = await beside(quiet.name);
  const { life: during, tally } = await beside(attack.name);
  return { before, during, tally, reached: (await attack.judge?.({ place, receiver, tally })) ?? [] };
}

function ms(value: number): string {
  return value.toFixed(value < 10 ? 1 : 0).padStart(7);
}

function show({ before, during, tally }: Measured, print: Print): void {
  for (const { act, quiet: idle, attacked, ratio, isWithin } of compare(before, during)) {
    const times = `${ms(idle.p50)}${ms(idle.p99)}   ${ms(attacked.p50)}${ms(attacked.p99)}`;
    print(`  ${act.padEnd(12)}${times}   ${ratio.toFixed(1).padStart(6)}${isWithin ? '' : '  too slow'}`);
  }
  const counted = Object.entries(tally).map(([what, count]) => `${what} ${count}`);
  print(
    `  longest refusal of a message ${(during.longestRefusalMs / 1000).toFixed(1)} s; attackers: ${counted.join(', ')}`,
  );
}

function joinMeasured(all: readonly Measured[]): Measured {
  const [{ tally } = { tally: {} }] = all;
  return {
    before: joinLives(all.map(({ before }) => before)),
    during: joinLives(all.map(({ during }) => during)),
    tally,
    reached: all.flatMap(({ reached }) => reached),
  };
}

/** What it did to honest people, and what it reached; each in one line. Where some seems slow, all is measured twice more. */
async function tryAttack(attack: Attack, seconds: number, print: Print): Promise<string[]> {
  const all = [await measure(attack, seconds)];
  const judge = (): string[] => {
    const measured = joinMeasured(all);
    show(measured, print);
    return [...findDamage(measured.before, measured.during), ...measured.reached];
  };
  const damage = judge();
  if (damage.length === 0) return damage;
  for (const line of damage) print(`  seems: ${line}; measured ${moreTimes} times more, and judged by all together`);
  for (let count = 0; count < moreTimes; count += 1) all.push(await measure(attack, seconds));
  return judge();
}

/** Whether honest people hardly noticed any of the attacks, and none reached what it wants. */
export async function runAttacks(
  { chosen, seconds }: AttackOptions,
  scope: AsyncDisposableStack,
  print: Print,
): Promise<boolean> {
  print(`Machine   ${describeMachine()}`);
  print(
    `Honest    ${honestPeople} people; p50 and p99 in ms, quiet and attacked, ${seconds} s each, and how often the quiet p99.`,
  );
  print(`Attackers a quarter of a core; a loop uses it up while it is quiet.`);
  print(`Bounds    p99 at most ${bounds.slowdown} times the quiet one; no message refused for longer than`);
  print(`          ${bounds.refusalMs / 1000} s, nothing for good.`);
  await buildWeb(scope);
  const failed: string[] = [];
  for (const attack of chosen) {
    print(`\n${attack.name}: ${attack.what}`);
    const damage = await tryAttack(attack, seconds, print).catch((error: unknown) => [
      `not measured: ${String(error)}`,
    ]);
    for (const line of damage) print(`  FAILED ${line}`);
    if (damage.length > 0) failed.push(attack.name);
  }
  const withstood = chosen.length - failed.length;
  const others = failed.length === 0 ? '' : `; not ${failed.join(', ')}`;
  print(`\n${withstood} of ${chosen.length} attacks are withstood${others}.`);
  return failed.length === 0;
}
