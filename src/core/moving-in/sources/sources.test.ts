import { expect, it } from 'vitest';
import type { MoveService } from '#contract/moves/move-names.ts';
import { sources } from '#core/moving-in/sources/list-sources.ts';
import type { SourceAlias, SourceDomain } from '#core/moving-in/sources/source.ts';
import { addyAnswer } from '#support/peers/addy-peer.ts';
import { firefoxRelayAnswer } from '#support/peers/firefox-relay-peer.ts';
import { forwardEmailAnswer } from '#support/peers/forward-email-peer.ts';
import { improvmxAnswer } from '#support/peers/improvmx-peer.ts';
import type { PeerAccount } from '#support/peers/peer-account.ts';
import type { PeerAnswer } from '#support/peers/peer-server.ts';
import { simpleLoginAnswer } from '#support/peers/simplelogin-peer.ts';

const answers: Readonly<Record<MoveService, PeerAnswer>> = {
  simplelogin: simpleLoginAnswer,
  addy: addyAnswer,
  'forward-email': forwardEmailAnswer,
  improvmx: improvmxAnswer,
  'firefox-relay': firefoxRelayAnswer,
};

interface Read {
  readonly aliases: SourceAlias[];
  readonly domains: SourceDomain[];
  readonly calls: string[];
}

/** Reads all that an account has; each cursor goes through JSON, as it is kept between two calls. */
function readAll(service: MoveService, account: PeerAccount): Read {
  const source = sources[service];
  const read: Read = { aliases: [], domains: [], calls: [] };
  for (let cursor: unknown = source.start; cursor !== null;) {
    const path = source.call(cursor);
    read.calls.push(path);
    const body: unknown = JSON.parse(JSON.stringify(answers[service](new URL(path, 'http://peer'), account)?.body));
    const page = source.read(body, cursor);
    read.aliases.push(...page.aliases);
    read.domains.push(...page.domains);
    cursor = JSON.parse(JSON.stringify(page.next));
  }
  return read;
}

const many = Array.from({ length: 205 }, (_, index) => ({
  address: `name${index}@own.example`,
  inboxes: ['box@example.org'],
}));
const account: PeerAccount = { email: 'me@example.org', domains: [{ name: 'own.example' }], aliases: many };

it.each([
  ['simplelogin', 1 + 1 + 12],
  ['addy', 4 + 3],
  ['forward-email', 1 + 1 + 2],
  ['improvmx', 1 + 3],
] as const)('reads all pages of %s, each once', (service, calls) => {
  const read = readAll(service, account);
  expect(read.aliases.map(({ address }) => address)).toEqual(many.map(({ address }) => address));
  expect(new Set(read.domains.map(({ name }) => name))).toEqual(new Set(['own.example']));
  expect(read.calls).toHaveLength(calls);
  expect(new Set(read.calls).size).toBe(calls);
});

it('reads notes, inboxes, switches and what was deleted, as each service tells of them', () => {
  const some: PeerAccount = {
    email: 'me@example.org',
    domains: [{ name: 'own.example', catchAll: true }],
    aliases: [
      { address: 'a@own.example', note: 'Shoes', inboxes: ['b@example.org', 'c@example.org'], uses: 3 },
      { address: 'off@own.example', active: false, labels: ['work'] },
      { address: 'gone@own.example', deleted: true },
    ],
  };
  const told = (service: MoveService) =>
    readAll(service, some).aliases.map(({ address, note, inboxes, active, deleted, labels, uses }) =>
      [address, note, inboxes.join(' '), active ? 'on' : 'off', deleted ? 'deleted' : '', labels.join(' '), uses].join(
        '|',
      ),
    );
  expect(told('simplelogin').toSorted()).toEqual([
    'a@own.example|Shoes|b@example.org c@example.org|on|||3',
    'gone@own.example|||on|deleted||0',
    'off@own.example|||off|||0',
  ]);
  expect(told('addy')).toEqual([
    'a@own.example|Shoes|b@example.org c@example.org|on|||3',
    'off@own.example||me@example.org|off||work|0',
    'gone@own.example||me@example.org|on|deleted||0',
  ]);
  expect(told('forward-email').slice(0, 2)).toEqual([
    'a@own.example|Shoes|b@example.org c@example.org|on|||0',
    'off@own.example||me@example.org|off||work|0',
  ]);
  expect(told('improvmx')[0]).toBe('a@own.example||b@example.org c@example.org|on|||0');
  expect(readAll('simplelogin', some).domains).toEqual([{ name: 'own.example', catchAll: true }]);
});

it('knows patterns for what they are, and a catch-all as a matter of its domain', () => {
  const some: PeerAccount = {
    email: 'me@example.org',
    domains: [{ name: 'own.example' }],
    aliases: [{ address: '*@own.example', inboxes: ['b@example.org'] }],
  };
  for (const service of ['forward-email', 'improvmx'] as const) {
    const { aliases, domains } = readAll(service, some);
    expect(aliases.map(({ pattern }) => pattern)).toEqual([true]);
    expect(domains.at(-1)).toEqual({ name: 'own.example', catchAll: true });
  }
});

it('reads masks of both kinds, all to the one inbox of their account', () => {
  const some: PeerAccount = {
    email: 'me@example.org',
    domains: [],
    aliases: [
      { address: 'x1y2@mozmail.com', note: 'Shop', uses: 4 },
      { address: 'news@me.mozmail.com', active: false },
    ],
  };
  const { aliases, domains, calls } = readAll('firefox-relay', some);
  expect(aliases.map(({ address, note, inboxes, active }) => [address, note, inboxes, active])).toEqual([
    ['x1y2@mozmail.com', 'Shop', ['me@example.org'], true],
    ['news@me.mozmail.com', '', ['me@example.org'], false],
  ]);
  expect(domains).toEqual([]);
  expect(calls).toEqual(['/users/', '/relayaddresses/', '/domainaddresses/']);
});

it('takes nothing that is not its API, and ends where a list repeats itself', () => {
  for (const source of Object.values(sources)) {
    for (const body of [null, 'text', 7, [], {}, { data: 'x', aliases: {}, domains: 3 }, [[['deep']]]]) {
      const page = () => source.read(body, source.start);
      // Its list of users may be empty.
      const isEmpty = source.service === 'firefox-relay' && Array.isArray(body) && body.length === 0;
      if (isEmpty) expect(page).not.toThrow();
      else expect(page).toThrow();
    }
  }
  const endless = sources.simplelogin.read(
    { aliases: [{ id: 1, email: 'a@b.example', enabled: true }] },
    { step: 'aliases', page: 9 },
  );
  expect([endless.next, endless.after]).toEqual([{ step: 'aliases', page: 10 }, null]);
});
