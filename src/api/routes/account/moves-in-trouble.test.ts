import { describe, expect, it } from 'vitest';
import { aliasesOf } from '#support/alias-files.ts';
import { finish, many, read, start, step, useMovingWorld } from '#support/moving.ts';
import { addOwnDomain } from '#support/own-domain.ts';

const test = useMovingWorld();

describe('a move in trouble', () => {
  it('waits as long as the other service wants, asks nothing meanwhile, and goes on where it was', async () => {
    const person = await test.register('patient@example.com');
    const peer = await test.peerOf('simplelogin', { aliases: many(50) });
    peer.spoil = (_call, number) =>
      number === 3 ? { status: 429, headers: { 'Retry-After': '90' }, body: '{}' } : null;
    const busy = await read(person, await start(person, 'simplelogin', peer));
    expect(busy).toMatchObject({ stage: 'reading', read: 20, trouble: 'busy', waitSeconds: 90 });
    expect((await step(person, busy, 'run')).body).toMatchObject({ code: 'move_stage' });
    const calls = peer.calls.length;
    expect(await read(person, busy)).toMatchObject({ read: 20, waitSeconds: 90 });
    expect(peer.calls).toHaveLength(calls);
    test.advance(90_001);
    expect(await read(person, busy)).toMatchObject({ stage: 'planned', read: 50, trouble: null });
    const pages = peer.calls.map(({ path }) => path).filter((path) => path.includes('page_id'));
    expect(pages.map((path) => path.replace(/\D*/u, ''))).toEqual(pages.map((path) => path.slice('/v'.length)));
    expect(new Set(pages).size).toBe(pages.length - 1);
  });

  it.each([
    ['a failure of its own', { status: 500, body: '<h1>Oops</h1>' }, 'unreachable'],
    ['a connection that ends at once', { cut: 'before' }, 'unreachable'],
    ['a connection that ends within the answer', { cut: 'within' }, 'unreachable'],
    ['silence', { silent: true }, 'unreachable'],
    ['a web page', { headers: { 'Content-Type': 'text/html' }, body: '<html>Sign in</html>' }, 'unreadable'],
    ['a redirect', { status: 302, headers: { Location: 'http://127.0.0.1:9/' }, body: '' }, 'unreadable'],
    ['other types', { body: '{"aliases":[{"id":[],"email":7,"enabled":"yes"}]}' }, 'unreadable'],
    ['an answer without end', { body: `{"aliases":[],"x":"${'x'.repeat(9_000_000)}"}` }, /^un/u],
  ] as const)('is told of %s, plans nothing, and goes on afterwards', async (what, spoiled, trouble) => {
    const person = await test.register(`${what.replaceAll(/\W/gu, '')}@example.com`);
    const peer = await test.peerOf('simplelogin', { aliases: many(25) });
    peer.spoil = (_call, number) => (number === 3 ? spoiled : null);
    const stuck = await read(person, await start(person, 'simplelogin', peer));
    expect(stuck).toMatchObject({
      stage: 'reading',
      read: 20,
      trouble: expect.stringMatching(trouble),
      waitSeconds: 5,
    });
    test.advance(5_001);
    const planned = await read(person, stuck);
    expect(planned).toMatchObject({ stage: 'planned', read: 25, trouble: null });
    expect(await finish(person, planned, 'run')).toMatchObject({ counts: { made: 25, left: 0 } });
  });

  it('keeps nobody waiting for a list while other services say nothing, its owner neither', async () => {
    const movers = [await test.register('one@example.com'), await test.register('two@example.com')];
    const reader = await test.register('reader@example.com');
    const peer = await test.peerOf('simplelogin', { aliases: many(1) });
    peer.spoil = () => ({ silent: true });
    const order: string[] = [];
    const reads = movers.map(async (person) => {
      await read(person, await start(person, 'simplelogin', peer));
      order.push('read');
    });
    await expect.poll(() => peer.calls.length).toBe(movers.length);
    for (const person of [reader, ...movers]) {
      await aliasesOf(person);
      order.push('list');
    }
    await Promise.all(reads);
    expect(order).toEqual(['list', 'list', 'list', 'read', 'read']);
  });

  it('says when the key is not taken, and goes on with another one', async () => {
    const person = await test.register('wrong@example.com');
    const peer = await test.peerOf('addy', { aliases: many(3) });
    const move = await start(person, 'addy', peer);
    for (const apiKey of ['not the key', 'nokey', 'kéy\nX-Evil: 1']) {
      const answer = await step(person, move, 'read', { apiKey });
      expect(answer).toMatchObject({ status: 409, body: { code: 'service_key_refused' } });
    }
    expect(await read(person, move)).toMatchObject({ stage: 'planned', read: 3 });
  });

  it('ends where pages repeat themselves, and tells when there is no end to them', async () => {
    const person = await test.register('endless@example.com');
    const peer = await test.peerOf('simplelogin', { aliases: many(20) });
    const page = JSON.stringify({
      aliases: many(20).map(({ address }, id) => ({ id, email: address, enabled: true })),
    });
    peer.spoil = ({ path }) => (path.startsWith('/v2') ? { body: page } : null);
    expect(await read(person, await start(person, 'simplelogin', peer))).toMatchObject({ stage: 'planned', read: 20 });

    let made = 0;
    const fresh = () => ({ id: 1, email: `f${(made += 1)}@old.example`, enabled: true });
    peer.spoil = ({ path }) =>
      path.startsWith('/v2') ? { body: JSON.stringify({ aliases: Array.from({ length: 6_000 }, fresh) }) } : null;
    const endless = await read(person, await start(person, 'simplelogin', peer));
    expect(endless).toMatchObject({ stage: 'reading', read: 18_000, trouble: 'too_many' });
  });

  it('is read by one request at a time; two that run it make nothing twice', async () => {
    const person = await test.register('twice@example.com');
    const peer = await test.peerOf('forward-email', {
      domains: [{ name: 'fe.example' }],
      aliases: many(230, 'fe.example'),
    });
    await addOwnDomain(test.core, { userId: person.userId, name: 'fe.example' });
    const move = await start(person, 'forward-email', peer);
    await Promise.all([read(person, move), read(person, move), read(person, move)]);
    expect(new Set(peer.calls.map(({ path }) => path)).size).toBe(peer.calls.length);
    const planned = await read(person, move);
    const runs = await Promise.all([1, 2, 3, 4].map(() => step(person, planned, 'run')));
    expect(runs.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await finish(person, planned, 'run')).toMatchObject({ counts: { made: 230, left: 0 } });
    expect(await aliasesOf(person)).toHaveLength(230);
    expect(await finish(person, planned, 'undo')).toMatchObject({ stage: 'planned', counts: { made: 0, new: 230 } });
    expect(await aliasesOf(person)).toEqual([]);
  });
});
