import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { HeldList } from '#contract/held/held.ts';
import { withDomains } from '#cli/database.ts';
import { systemClock } from '#platform/clock.ts';
import { searchDatabase } from '#support/database-search.ts';
import {
  aliasesOn,
  claim,
  claimed,
  domainOf,
  foundBy,
  heard,
  makeAlias,
  messageFrom,
  passing,
  proofIn,
  recordsOf,
  startDomainWorld,
  verify,
  type DomainWorld,
  takenBy,
} from '#support/domain-world.ts';
import type { Owner } from '#support/running-service.ts';

/** One domain from its claim until it is somebody else's: each part begins where the one before ended. */
const shop = 'shop-eu@own.example';
const dayMs = 24 * 60 * 60 * 1000;

let world: DomainWorld;
let ann: Owner;
let bob: Owner;
let domain: OwnDomain;
let ahead = 0;

beforeAll(async () => {
  world = await startDomainWorld({ clock: { now: () => systemClock.now() + ahead } });
  ann = await world.signUp('ann@home.example');
});
afterAll(() => world.stop());

async function expectDone(owner: Owner, ...[method, path, body]: Parameters<Owner['send']>): Promise<unknown> {
  const answer = await owner.send(method, path, body);
  expect(answer, `${method} ${path}`).toMatchObject({ status: 200 });
  return answer.body;
}

async function shopAlias() {
  const alias = (await aliasesOn(ann, 'own.example')).find((one) => one.alias === 'shop-eu');
  if (alias === undefined) throw new Error('no alias');
  return alias;
}

async function changeShop(change: Record<string, unknown>): Promise<void> {
  await expectDone(ann, 'PUT', `/api/aliases/${(await shopAlias()).id}`, change);
}

/** A bank whose policy refuses all mail in its name, and somebody who writes in its name. */
function forge(): Promise<string> {
  return world.mail(shop, {
    from: 'x@attacker.example',
    data: messageFrom('news@bank.example', shop, 'Your account'),
  });
}

it('a domain is claimed, and takes no mail while each check fails in its own way', async () => {
  domain = await claim(ann, 'own.example');
  expect(domain.state).toBe('unverified');
  expect(foundBy(await verify(ann, domain))).toEqual({ ownership: [], mx: [], spf: [], dkim: [], dmarc: [] });
  world.publish({
    '_kauke.own.example': { TXT: ['kauke=somethingelse'] },
    'own.example': {
      MX: [{ preference: 5, exchange: 'mx.elsewhere.example' }],
      TXT: ['v=spf1 include:elsewhere.example -all'],
    },
    'k1._domainkey.own.example': { CNAME: 'k1._domainkey.elsewhere.example' },
    'k2._domainkey.own.example': 'servfail',
    '_dmarc.own.example': { TXT: ['v=DMARC2; p=none'] },
  });
  const failed = await verify(ann, domain);
  expect(failed.state).toBe('unverified');
  expect(passing(failed)).toEqual([]);
  expect(foundBy(failed)).toEqual({
    ownership: ['kauke=somethingelse'],
    mx: ['5 mx.elsewhere.example'],
    spf: ['v=spf1 include:elsewhere.example -all'],
    dkim: ['k1: k1._domainkey.elsewhere.example', 'DNS gave no answer'],
    dmarc: ['v=DMARC2; p=none'],
  });
  expect(await world.rcpt(shop)).toBe(heard.foreign);
});

it('each check passes once what it told is published', async () => {
  const passed: string[] = [];
  for (const check of ['ownership', 'mx', 'spf', 'dkim', 'dmarc'] as const) {
    world.publish(recordsOf(await verify(ann, domain), check));
    passed.push(check);
    const seen = await verify(ann, domain);
    expect(passing(seen)).toEqual(passed);
    expect(seen.state).toBe('verified');
  }
  expect(await world.rcpt(shop)).toBe(heard.unknown);
});

it('the first mail to a name that a rule takes makes the alias, with its inbox and its labels', async () => {
  const path = `/api/account/domains/${domain.id}`;
  const rules = [
    { pattern: '*.long-gone', kind: 'glob', action: 'refuse' },
    {
      pattern: 'shop-[a-z]+',
      kind: 'regex',
      action: 'make',
      forwardTo: 'shops@home.example',
      labels: ['Shops of Europe'],
    },
  ];
  await expectDone(ann, 'PUT', `${path}/rules`, { rules });
  expect(await expectDone(ann, 'GET', `${path}/rules`)).toMatchObject({
    rules: [{ labels: [] }, { labels: ['Shops of Europe'] }],
  });
  await expectDone(ann, 'PATCH', path, { catchAll: 'rules' });
  expect(await world.mail('other@own.example')).toBe(heard.unknown);
  expect(await world.mail('shop.long-gone@own.example')).toBe(heard.unknown);
  expect(await takenBy(world, shop)).toEqual(['shops@home.example']);
  expect(await aliasesOn(ann, 'own.example')).toMatchObject([
    { alias: 'shop-eu', labels: ['Shops of Europe'], active: true },
  ]);
});

it('a cap holds under twenty messages at once', async () => {
  await changeShop({ maxMessages: 3 });
  const before = world.arrived().length;
  const replies = await Promise.all(Array.from({ length: 20 }, () => world.mail(shop)));
  expect(replies.filter((reply) => reply === heard.taken)).toHaveLength(3);
  expect(replies.filter((reply) => reply === heard.unknown)).toHaveLength(17);
  expect(world.arrived()).toHaveLength(before + 3);
  expect(await shopAlias()).toMatchObject({ active: false, ended: 'count', messagesLeft: 0 });
});

it('its day ends it, and another one lets it go on', async () => {
  const expiresAt = new Date(systemClock.now() + ahead + dayMs).toISOString();
  await changeShop({ maxMessages: null, expiresAt });
  expect(await world.mail(shop)).toBe(heard.taken);
  ahead += 2 * dayMs;
  expect(await world.mail(shop)).toBe(heard.unknown);
  expect(await shopAlias()).toMatchObject({ active: false, ended: 'date' });
  await changeShop({ expiresAt: null });
  expect(await world.mail(shop)).toBe(heard.taken);
});

it('what would be refused is held, released and allowed, and the next one passes', async () => {
  world.publish({ 'bank.example': { TXT: ['v=spf1 -all'] }, '_dmarc.bank.example': { TXT: ['v=DMARC1; p=reject'] } });
  world.publish({ 'attacker.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } });
  expect(await forge()).toBe('550 5.7.26');
  await expectDone(ann, 'PATCH', '/api/account', { holdDays: 7 });
  const before = world.arrived().length;
  expect(await forge()).toBe(heard.taken);
  expect(world.arrived()).toHaveLength(before);
  const { held } = (await expectDone(ann, 'GET', '/api/held')) as HeldList;
  expect(held).toMatchObject([{ from: 'Bea <news@bank.example>', subject: 'Your account', reason: 'rejected' }]);
  const wish = { allow: true, evenIfRejected: true };
  const release = () => expectDone(ann, 'POST', `/api/held/${held[0]?.id}/release`, wish);
  const [released] = await world.arrivedBy(release);
  const [next] = await world.arrivedBy(async () => expect(await forge()).toBe(heard.taken));
  expect([released, next].map((message) => message?.rcptTo)).toEqual([['shops@home.example'], ['shops@home.example']]);
  expect([released, next].map((message) => message?.raw.includes('X-Kauke-Held'))).toEqual([true, false]);
});

it('no dump of the database names what was held, who wrote, whom a rule is about, a label, a note or where mail goes', async () => {
  await changeShop({ notes: 'Bought with the red card' });
  await world.mail(shop, { from: 'x@attacker.example', data: messageFrom('other@bank.example', shop, 'Still held') });
  const { held } = (await expectDone(ann, 'GET', '/api/held')) as HeldList;
  expect(held).toMatchObject([{ subject: 'Still held' }]);
  const { senderRules } = (await expectDone(ann, 'GET', '/api/sender-rules')) as { senderRules: unknown[] };
  expect(senderRules).toMatchObject([{ match: 'news@bank.example', action: 'allow' }]);
  const senders = ['bank.example', 'sender.example', 'attacker.example'];
  const words = [
    'Your account',
    'Still held',
    'red card',
    'Shops of Europe',
    'shops@home.example',
    'shop-[a-z]',
    '*.long-gone',
  ];
  const found = await withDomains(world.service.command, ({ database }) =>
    searchDatabase(database, [...senders, ...words, 'shop-eu', 'own.example']),
  );
  expect(found).toEqual(['shop-eu', 'own.example']);
});

it('another account proves the domain, and who had it loses it with its mail', async () => {
  bob = await world.signUp('bob@work.example');
  const theirs = await claim(bob, 'own.example');
  const held = await verify(ann, domain);
  world.publish({ '_kauke.own.example': { TXT: [proofIn(held), proofIn(theirs)] } });
  expect((await verify(bob, theirs)).state).toBe('unverified');
  expect(await world.rcpt(shop)).toBe(heard.recipientTaken);
  world.publish({ '_kauke.own.example': { TXT: [proofIn(theirs)] } });
  expect((await verify(bob, theirs)).state).toBe('verified');
  expect((await claimed(ann)).state).toBe('lost');
  expect(await world.mail(shop)).toBe(heard.unknown);
  expect(await shopAlias()).toMatchObject({ alias: 'shop-eu', labels: ['Shops of Europe'] });
  expect(await makeAlias(ann, 'more@own.example', 'ann@home.example')).toBe(400);
});

it('a member makes an alias on it, and gets its mail', async () => {
  const { id } = await claimed(bob);
  const invited = await bob.send('POST', `/api/account/domains/${id}/invitations`, { name: 'Cy', role: 'maker' });
  const [, token = ''] = (invited.body as { link: string }).link.split('#');
  const cy = await world.signUp('cy@far.example');
  const joined = await domainOf(cy.send('POST', '/api/account/domains/join', { token }));
  expect(joined).toMatchObject({ name: 'own.example', role: 'maker' });
  expect(await makeAlias(cy, shop, 'cy@far.example')).toBe(201);
  expect(await takenBy(world, shop)).toEqual(['cy@far.example']);
});

function times(count: number, what: string): readonly string[] {
  return Array.from({ length: count }, () => what);
}

it('without its record it fails, is lost after a week, and its mail waits for another week before it is nobody', async () => {
  const held = await claimed(bob);
  const others = ['never@own.example', 'postmaster@own.example', `reply=${'a'.repeat(30)}@own.example`];
  world.publish({ '_kauke.own.example': { TXT: [] } });
  const states: string[] = [];
  const heardOnTheWay: string[] = [];
  // A look says at most twelve hours of the time before it.
  for (let look = 0; look <= 16; look += 1) {
    states.push((await verify(bob, held)).state);
    heardOnTheWay.push(await world.rcpt(shop));
    ahead += (11 / 24) * dayMs;
  }
  expect(states).toEqual([...times(3, 'verified'), ...times(13, 'failing'), 'lost']);
  expect(heardOnTheWay).toEqual([...times(16, heard.recipientTaken), heard.later]);
  for (const address of others) expect(await world.rcpt(address)).toBe(heard.later);
  ahead += 7 * dayMs;
  expect(await world.rcpt(shop)).toBe(heard.unknown);
  for (const address of others) expect(await world.rcpt(address)).toBe(heard.unknown);
});
