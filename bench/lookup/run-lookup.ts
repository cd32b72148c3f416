import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';
import { commonName, fillPlace, madeName, openPlace, type LookUpSize, type Place } from './fill-place.ts';

/**
 * The look-up at RCPT with few and with many aliases, and domains of accounts with rules: the budget is 1.3 times the time, and no
 * memory for domains.
 */

const small: LookUpSize = { aliases: 10_000, domains: 100 };
const warmUps = 500;
/** Look-ups after which what is asked for lies in memory, as in a server that has run for a while; in pieces, as bursts of mail ask. */
const firstLookUps = { inAll: 500_000, together: 200 };
const lookUps = 2000;
const rounds = 5;
const budget = 1.3;

type Print = (line: string) => void;

interface Kind {
  readonly what: string;
  readonly ask: (place: Place, number: number) => Promise<string>;
  readonly expected: string;
}

function ownDomain({ size, domainIds }: Place, number: number) {
  const at = number % size.domains;
  return { id: domainIds[at] ?? '', name: `own-${at}.example` };
}

/** A name that is no alias is first looked for as one. */
async function askForNew(place: Place, local: string, number: number): Promise<string> {
  const domain = ownDomain(place, number);
  const { standing } = await place.findAlias({ local, domainName: domain.name });
  return standing === 'unknown' ? (await place.findNewName({ local, domain })).standing : standing;
}

const kinds: readonly Kind[] = [
  {
    what: 'an alias on the shared domain',
    ask: async (place, number) =>
      (await place.findAlias({ local: `name-${number * 2}`, domainId: place.sharedId })).standing,
    expected: 'live',
  },
  {
    what: 'an alias on a domain of an account',
    ask: async (place, number) =>
      (await place.findAlias({ local: `name-${number * 2 + 1}`, domainName: ownDomain(place, number).name })).standing,
    expected: 'live',
  },
  {
    what: 'an alias there whose name each domain has',
    ask: async (place, number) =>
      (await place.findAlias({ local: commonName, domainName: ownDomain(place, number).name })).standing,
    expected: 'live',
  },
  {
    what: 'a name there that is nobody',
    ask: async (place, number) =>
      (await place.findAlias({ local: `nobody-${number}`, domainName: ownDomain(place, number).name })).standing,
    expected: 'unknown',
  },
  {
    // Rules of a domain that was not asked for lately come with the answer: among many it is nearly always such a one.
    what: 'a name there that a rule makes',
    ask: (place, number) => askForNew(place, `${madeName}${number}`, number),
    expected: 'new',
  },
  {
    what: 'a name there that no rule takes',
    ask: (place, number) => askForNew(place, `guess-${number}`, number),
    expected: 'unknown',
  },
];

/** Those that aliases answer. */
const firstKinds = kinds.slice(0, 3);

/** Microseconds of each look-up, one after the other. @throws Error when a look-up finds something else. */
async function measure(place: Place, { what, ask, expected }: Kind, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const number = randomInt(place.size.aliases / 2);
    const startedAt = performance.now();
    const standing = await ask(place, number);
    times.push((performance.now() - startedAt) * 1000);
    if (standing !== expected) throw new Error(`${what} is ${expected}, but was found ${standing}`);
  }
  return times;
}

/** The smallest of the medians of some rounds, in turns, so that a busy moment meets all places alike. */
async function compare(places: readonly Place[], kind: Kind): Promise<number[]> {
  for (const place of places) await measure(place, kind, warmUps);
  const medians = places.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, place] of places.entries()) {
      medians[index]?.push(percentile(await measure(place, kind, lookUps), 50));
    }
  }
  return medians.map((times) => Math.min(...times));
}

/** An installation that was filled and started again, since when it has run for a while. */
async function startPlace(scope: AsyncDisposableStack, size: LookUpSize, print: Print): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kauke-lookup-'));
  scope.defer(() => rm(dataDir, { recursive: true, force: true }));
  const start = () =>
    startEmbeddedPostgres({ dataDir, log: createLog(() => {}, systemClock.now), random: systemRandom });
  const secretKey = randomBytes(32);
  const empty = await start();
  const domainIds = await fillPlace(empty.url, size, secretKey);
  await empty.stop();
  const server = await start();
  scope.defer(server.stop);
  const place = await openPlace(scope, server.url, { size, secretKey, domainIds });
  print(`${size.aliases} aliases, ${size.domains} domains with a rule each: directory ${place.directoryBytes} bytes`);
  const { together } = firstLookUps;
  const pieces = Math.ceil(Math.min(size.aliases, firstLookUps.inAll) / (together * firstKinds.length));
  for (let piece = 0; piece < pieces; piece += 1) {
    for (const { ask } of firstKinds) {
      const numbers = Array.from({ length: together }, () => randomInt(size.aliases / 2));
      await Promise.all(numbers.map((number) => ask(place, number)));
    }
  }
  return place;
}

export async function runLookUp(scope: AsyncDisposableStack, large: LookUpSize, print: Print): Promise<void> {
  print(`Machine   ${describeMachine()}`);
  const places: Place[] = [];
  for (const size of [small, large]) places.push(await startPlace(scope, size, print));
  const slow: string[] = [];
  for (const kind of kinds) {
    const [few = 0, many = 0] = await compare(places, kind);
    const ratio = many / few;
    print(`${kind.what}: ${few.toFixed(0)} and ${many.toFixed(0)} µs, ${ratio.toFixed(2)} times, at most ${budget}`);
    if (ratio > budget) slow.push(kind.what);
  }
  if (slow.length > 0) throw new Error(`too slow with many aliases and domains: ${slow.join('; ')}`);
}
