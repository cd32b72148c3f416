import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SendAddress } from '#config/config.ts';
import type { KeyRing } from '#core/keys/key-ring.ts';
import { wordsContext } from '#core/notices/notify.ts';
import { createBlockLists } from '#mail/judge/block-lists.ts';
import { rampDays, type OwnAddress } from '#mail/send-from/choose-address.ts';
import { readFirstDays } from '#mail/send-from/read-first-days.ts';
import { checkAddresses, type WatchContext } from '#mail/send-from/watch-addresses.ts';
import { systemRandom } from '#platform/random.ts';
import { createTestDatabase, type TestDatabase } from '#support/database.ts';
import { resolverOf } from '#support/dns-resolver.ts';
import { startDnsServer, type DnsServer, type DnsZone } from '#support/dns-server.ts';
import { createTestKeyRing } from '#support/key-ring.ts';
import { createTestLog } from '#support/test-log.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = Date.UTC(2026, 10, 22, 15);
const today = Date.UTC(2026, 10, 22);
const clock = { now: () => now };
const pointer = `1.${'0.'.repeat(31)}ip6.arpa`;

let test: TestDatabase;
let dns: DnsServer;
let keys: KeyRing;
let lines: string[];

beforeAll(async () => {
  test = await createTestDatabase();
  keys = await createTestKeyRing(test.database);
});
beforeEach(async () => {
  dns = await startDnsServer();
  lines = [];
  await test.database.db.deleteFrom('sendAddresses').execute();
  await test.database.db.deleteFrom('outgoingNotices').execute();
  return () => dns.close();
});
afterAll(() => test.drop());

function named(address: string, parts: Partial<SendAddress> = {}): SendAddress {
  return { address, hostname: 'mx.kauke.example', purposes: [], since: null, drain: false, ...parts };
}

function own(address: string, unfit: OwnAddress['unfit'] = null): OwnAddress {
  return { ...named(address), sinceMs: today, unfit, listed: false };
}

/** As after a restart: nothing of what an earlier one asked is remembered. */
function watch(...addresses: OwnAddress[]): WatchContext {
  const resolver = resolverOf(dns);
  return {
    addresses,
    clock,
    database: test.database,
    log: createTestLog((line) => lines.push(line), clock.now),
    resolver,
    isListed: createBlockLists({ resolver, zones: ['bl.example'], clock }).lists,
    keys,
    random: systemRandom,
    settings: { publicUrl: 'http://localhost:3000', operatorEmail: 'operator@inbox.example' },
  };
}

/** What the operator is to be told. */
async function told(): Promise<string[]> {
  const rows = await test.database.db.selectFrom('outgoingNotices').selectAll().execute();
  return rows.flatMap(({ id, wordsSealed, count }) =>
    Array.from({ length: count }, () => keys.open(wordsContext(id), wordsSealed).toString()),
  );
}

async function firstDays(...addresses: SendAddress[]): Promise<Record<string, number>> {
  const days = await readFirstDays({ clock, database: test.database }, addresses, rampDays);
  return Object.fromEntries([...days].map(([address, ms]) => [address, (today - ms) / dayMs]));
}

describe('since when mail leaves from an address', () => {
  it('is long ago for the first of each family, as mail left from somewhere before, and today for the others', async () => {
    const addresses = [named('192.0.2.1'), named('192.0.2.2'), named('2001:db8::1'), named('2001:db8::2')];
    expect(await firstDays(...addresses)).toEqual({
      '192.0.2.1': 30,
      '192.0.2.2': 0,
      '2001:db8::1': 30,
      '2001:db8::2': 0,
    });
  });

  it('is the same for all nodes and after a restart, and an address that comes later is new', async () => {
    await firstDays(named('192.0.2.1'));
    expect(await firstDays(named('192.0.2.7'), named('192.0.2.1'))).toEqual({ '192.0.2.1': 30, '192.0.2.7': 0 });
    const [one, other] = await Promise.all([firstDays(named('192.0.2.7')), firstDays(named('192.0.2.7'))]);
    expect([one, other]).toEqual([{ '192.0.2.7': 0 }, { '192.0.2.7': 0 }]);
  });

  it('is what the setting says, also when the setting says so no more', async () => {
    await firstDays(named('192.0.2.1'));
    const since = new Date('2026-11-12T00:00:00Z');
    expect(await firstDays(named('192.0.2.1', { since }), named('192.0.2.2', { since }))).toEqual({
      '192.0.2.1': 10,
      '192.0.2.2': 10,
    });
    expect(await firstDays(named('192.0.2.1'), named('192.0.2.2'))).toEqual({ '192.0.2.1': 10, '192.0.2.2': 10 });
  });
});

describe('a look at our addresses', () => {
  it('finds out whether the name of an IPv6 one leads back to it', async () => {
    const six = own('::1', 'nameless');
    await checkAddresses(watch(six));
    expect(six.unfit).toBe('nameless');
    dns.add({ [pointer]: { PTR: ['mx.kauke.example'] }, 'mx.kauke.example': { AAAA: ['::2'] } });
    await checkAddresses(watch(six));
    expect(six.unfit).toBe('nameless');
    dns.add({ 'mx.kauke.example': { AAAA: ['::2', '::1'] } });
    await checkAddresses(watch(six));
    expect(six.unfit).toBeNull();
  });

  it('takes trouble of DNS for no answer', async () => {
    dns.add({ [pointer]: 'servfail' });
    const [nameless, good] = [own('::1', 'nameless'), own('::1')];
    await checkAddresses(watch(nameless, good));
    expect([nameless.unfit, good.unfit]).toEqual(['nameless', null]);
    dns.add({ [pointer]: { PTR: ['mx.kauke.example'] }, 'mx.kauke.example': 'servfail' });
    await checkAddresses(watch(nameless, good));
    expect([nameless.unfit, good.unfit]).toEqual(['nameless', null]);
  });

  it('asks no name of IPv4 ones, and finds those that this machine lost', async () => {
    const [here, lost] = [own('127.0.0.2'), own('192.0.2.9')];
    await checkAddresses(watch(here, lost));
    expect([here.unfit, lost.unfit]).toEqual([null, 'missing']);
    expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([{ event: 'send_from.changed', place: 2 }]);
  });

  it('tells the operator once of an address that is listed, however many processes look', async () => {
    await firstDays(named('127.0.0.2'), named('127.0.0.3'));
    dns.add({ '2.0.0.127.bl.example': { A: ['127.0.0.2'] } });
    const [listed, other] = [own('127.0.0.2'), own('127.0.0.3')];
    await Promise.all([checkAddresses(watch(listed, other)), checkAddresses(watch(own('127.0.0.2')))]);
    await checkAddresses(watch(own('127.0.0.2')));
    expect([listed.listed, other.listed]).toEqual([true, false]);
    expect(await told()).toEqual([expect.stringContaining('A block list names one of our addresses')]);

    const afterHours = async (hours: number, zone: DnsZone): Promise<void> => {
      dns.replace(zone);
      await checkAddresses({ ...watch(listed), clock: { now: () => now + hours * 60 * 60 * 1000 } });
    };
    const listing = { '2.0.0.127.bl.example': { A: ['127.0.0.2'] } };
    await afterHours(2, {});
    expect(listed.listed).toBe(false);
    await afterHours(3, listing);
    expect([listed.listed, (await told()).length]).toEqual([true, 1]);
    await afterHours(25, {});
    await afterHours(26, listing);
    expect([listed.listed, (await told()).length]).toEqual([true, 2]);
  });
});
