import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withDomains } from '#cli/database.ts';
import { searchDatabase } from '#support/database-search.ts';
import { aliasesOn, claim, heard, messageFrom, startDomainWorld, type DomainWorld } from '#support/domain-world.ts';
import { countRows, guessNames } from '#support/guess-names.ts';
import type { Owner } from '#support/running-service.ts';

const on = 'ann.kauke.test';

let world: DomainWorld;
let ann: Owner;
let domainId: string;

beforeAll(async () => {
  world = await startDomainWorld();
  ann = await world.signUp('ann@home.example');
  ({ id: domainId } = await claim(ann, on));
  await change({ defaultForwardTo: 'ann@home.example' });
});
afterAll(() => world.stop());

async function change(settings: { catchAll?: string; defaultForwardTo?: string }): Promise<void> {
  expect(await ann.send('PATCH', `/api/account/domains/${domainId}`, settings)).toMatchObject({ status: 200 });
}

async function putRules(rules: readonly Record<string, string>[]): Promise<void> {
  expect(await ann.send('PUT', `/api/account/domains/${domainId}/rules`, { rules })).toMatchObject({ status: 200 });
}

const aliases = () => aliasesOn(ann, on);
async function names(): Promise<string[]> {
  return (await aliases()).map(({ alias }) => alias).toSorted();
}
const mail = (name: string) => world.mail(`${name}@${on}`);

describe('mail to a name that is no alias', () => {
  it('is refused while catch-all is off', async () => {
    expect(await mail('nobody')).toBe(heard.unknown);
  });

  it('makes the alias where a rule says so, and is delivered where the rule says', async () => {
    await putRules([
      { pattern: '*.old', kind: 'glob', action: 'refuse' },
      { pattern: 'shop-[a-z]+(\\..*)?', kind: 'regex', action: 'make', forwardTo: 'shops@home.example' },
      { pattern: 'news*', kind: 'glob', action: 'make' },
    ]);
    await change({ catchAll: 'rules' });
    expect(await mail('Shop-Eu+tag')).toBe(heard.taken);
    expect(await mail('news')).toBe(heard.taken);
    expect(await mail('news.old')).toBe(heard.unknown);
    expect(await mail('other')).toBe(heard.unknown);
    expect(await names()).toEqual(['news', 'shop-eu']);
    expect(world.sink.messages.map(({ rcptTo }) => rcptTo[0])).toEqual(['shops@home.example', 'ann@home.example']);
    expect(await mail('shop-eu')).toBe(heard.taken);
    expect(await names()).toHaveLength(2);
  });

  it('makes nothing when it does not pass its verdict', async () => {
    const to = 'news-forged@ann.kauke.test';
    const from = 'bea@forged.example';
    expect(await world.send([to], { from, data: messageFrom(from, to) })).toEqual([heard.recipientTaken, '550 5.7.26']);
    expect(await names()).not.toContain('news-forged');
  });

  it('never brings a deleted name back, be it in the bin or gone from there', async () => {
    const news = (await aliases()).find(({ alias }) => alias === 'news');
    await ann.send('DELETE', `/api/aliases/${news?.id}`);
    expect(await mail('news')).toBe(heard.unknown);
    expect(await ann.send('DELETE', `/api/aliases/${news?.id}/forget`)).toMatchObject({ status: 200 });
    expect(await mail('news')).toBe(heard.unknown);
    expect(await names()).toEqual(['shop-eu']);
    const { body } = await ann.send('POST', `/api/account/domains/${domainId}/rules/test`, { address: 'news' });
    expect(body).toMatchObject({ outcome: 'gone', rule: { index: 2 } });
  });

  it('of which many come at once makes the alias once, and all of it is delivered', async () => {
    const before = world.sink.messages.length;
    const replies = await Promise.all(Array.from({ length: 12 }, () => mail('news-at-once')));
    expect(new Set(replies)).toEqual(new Set([heard.taken]));
    expect((await names()).filter((name) => name === 'news-at-once')).toHaveLength(1);
    expect(world.sink.messages.length - before).toBe(12);
  });
});

describe('whoever tries out names', () => {
  async function expectNoRowBy(guesses: number): Promise<void> {
    await change({ catchAll: 'all' });
    const before = await countRows(world.service);
    expect(await guessNames(world.service, on, guesses)).toBe(guesses);
    expect(await countRows(world.service)).toEqual(before);
  }
  it.each([500])('leaves no row by naming %d recipients', expectNoRowBy);
  it.each([4_000])('leaves none by naming %d of them, either', { tags: 'proof' }, expectNoRowBy);

  it(
    'makes fifty aliases an hour by 2,000 proven messages, while mail to those there are is delivered',
    { timeout: 300_000 },
    async () => {
      const had = (await names()).length;
      const data = await world.sign('somebody@ann.kauke.test');
      const delivered = world.sink.messages.length;
      const replies: string[] = [];
      const send = async (number: number): Promise<void> => {
        const to = `wave-${number}@ann.kauke.test`;
        const localAddress = `127.0.${1 + (number % 200)}.${1 + Math.floor(number / 200)}`;
        replies.push(await world.mail(to, { data, localAddress }));
      };
      for (let number = 0; number < 2_000; number += 10) {
        await Promise.all(Array.from({ length: 10 }, (_, index) => send(number + index)));
        if (number % 500 === 0) expect(await mail('shop-eu')).toBe(heard.taken);
      }
      // Three were made before, within this hour.
      const made = 47;
      expect(replies.filter((reply) => reply === heard.taken)).toHaveLength(made);
      expect(replies.filter((reply) => reply === heard.later)).toHaveLength(2_000 - made);
      expect(await names()).toHaveLength(had + made);
      expect(world.sink.messages.length - delivered).toBe(made + 4);
    },
  );

  it('may send to an alias and a new name at once: what cannot be made does not keep the other waiting', async () => {
    const to = ['shop-eu@ann.kauke.test', 'one-more@ann.kauke.test'];
    expect(await world.send(to)).toEqual([heard.recipientTaken, heard.later, heard.taken]);
  });
});

it('no dump of the database names a correspondent or what a rule says', async () => {
  const found = await withDomains(world.service.command, ({ database }) =>
    searchDatabase(database, ['sender.example', 'shop-[a-z]', 'shops@home.example']),
  );
  expect(found).toEqual([]);
});
