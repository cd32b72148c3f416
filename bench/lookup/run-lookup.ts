import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#database/embedded/start-embedded-postgres.ts';
import { systemClock } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { systemRandom } from '#platform/random.ts';
import { describeMachine } from '../describe-machine.ts';
import { percentile } from '../forward/percentile.ts';
import { fillPlace, madeName, type LookUpSize, type Place } from './fill-place.ts';

/**
 * The look-up at RCPT with few and with many aliases, and domains of accounts with rules: the budget is 1.3 times the time, and no
 * memory for domains.
 */

const small: LookUpSize = { aliases: 10_000, domains: 100 };
const warmUps = 500;
const lookUps = 2000;
const rounds = 5;
const budget = 1.3;

type Print = (line: string) => void;

interface Kind {
  readonly what: string;
  readonly ask: (place: Place, number: number) => Promise<string>;
  readonly expected: string;
  /** At most `budget` times as long among many. */
  readonly bounded: boolean;
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
    bounded: true,
  },
  {
    what: 'an alias on a domain of an account',
    ask: async (place, number) =>
      (await place.findAlias({ local: `name-${number * 2 + 1}`, domainName: ownDomain(place, number).name })).standing,
    expected: 'live',
    bounded: true,
  },
  {
    what: 'a name there that is nobody',
    ask: async (place, number) =>
      (await place.findAlias({ local: `nobody-${number}`, domainName: ownDomain(place, number).name })).standing,
    expected: 'unknown',
    bounded: true,
  },
  {
    // Rules of a domain that was not asked for lately are read first: among many it is nearly always such a one.
    what: 'a name there that a rule makes',
    ask: (place, number) => askForNew(place, `${madeName}${number}`, number),
    expected: 'new',
    bounded: false,
  },
];

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

export async function runLookUp(scope: AsyncDisposableStack, large: LookUpSize, print: Print): Promise<void> {
  print(`Machine   ${describeMachine()}`);
  const log = createLog(() => {}, systemClock.now);
  const places: Place[] = [];
  for (const size of [small, large]) {
    const dataDir = await mkdtemp(join(tmpdir(), 'kauke-lookup-'));
    scope.defer(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startEmbeddedPostgres({ dataDir, log, random: systemRandom });
    scope.defer(server.stop);
    const place = await fillPlace(scope, server.url, size);
    print(`${size.aliases} aliases, ${size.domains} domains with a rule each: directory ${place.directoryBytes} bytes`);
    places.push(place);
  }
  const slow: string[] = [];
  for (const kind of kinds) {
    const [few = 0, many = 0] = await compare(places, kind);
    const ratio = many / few;
    const bound = kind.bounded ? `, at most ${budget}` : '';
    print(`${kind.what}: ${few.toFixed(0)} and ${many.toFixed(0)} µs, ${ratio.toFixed(2)} times${bound}`);
    if (kind.bounded && ratio > budget) slow.push(kind.what);
  }
  if (slow.length > 0) throw new Error(`too slow with many aliases and domains: ${slow.join('; ')}`);
}
