import { describe, expect, it } from 'vitest';
import type { MoveItem } from '#contract/moves/moves.ts';
import { hasTombstone } from '#core/aliases/tombstones.ts';
import { aliasesOf } from '#support/alias-files.ts';
import { dayMs } from '#support/core.ts';
import { searchDatabase } from '#support/database-search.ts';
import { checklistOf, finish, itemsOf, many, moveIn, read, start, step, useMovingWorld } from '#support/moving.ts';
import { addOwnDomain } from '#support/own-domain.ts';
import { peerKey } from '#support/peers/peer-server.ts';

const test = useMovingWorld();

const shown = ({ address, becomes, verdict, reason }: MoveItem) =>
  [address, becomes ?? '=', verdict, reason ?? ''].join(' ').trim();

describe('moving in', () => {
  it('keeps addresses on a proven domain, gives others new ones, leaves deleted ones deleted, and can be undone', async () => {
    const person = await test.register('mover@example.com');
    const own = await addOwnDomain(test.core, { userId: person.userId, name: 'own.example' });
    const peer = await test.peerOf('simplelogin', {
      domains: [{ name: 'own.example', catchAll: true }, { name: 'later.example' }],
      aliases: [
        { address: 'shop@own.example', note: 'Shoes', inboxes: ['box@example.org', 'two@example.org'], uses: 9 },
        { address: 'off@own.example', active: false, inboxes: ['box@example.org'], uses: 8 },
        { address: 'gone@own.example', deleted: true },
        { address: 'news.k3x@simplelogin.example', note: 'News', inboxes: ['box@example.org'], uses: 7 },
        { address: 'wait@later.example', inboxes: ['box@example.org'], uses: 6 },
        { address: 'admin@simplelogin.example', inboxes: ['10.0.0.1'], uses: 5 },
      ],
    });
    const planned = await read(person, await start(person, 'simplelogin', peer));
    expect(planned).toMatchObject({
      stage: 'planned',
      read: 6,
      trouble: null,
      waitSeconds: 0,
      counts: { new: 4, clash: 0, cannot: 2, made: 0 },
      domains: [
        { name: 'own.example', state: 'verified', id: own.id, aliases: 2, here: 0, catchAll: true },
        { name: 'later.example', state: 'missing', id: null, aliases: 1 },
      ],
    });
    const items = await itemsOf(person, planned);
    expect(items.map(shown)).toEqual([
      'shop@own.example = new',
      'off@own.example = new',
      'news.k3x@simplelogin.example news.k3x@kauke.test new',
      'wait@later.example = cannot unproven',
      expect.stringMatching(/^admin@simplelogin\.example [a-z]+\.[a-z]+\d{4}@kauke\.test new$/),
      'gone@own.example = cannot deleted',
    ]);
    expect(items.map(({ forwardTo }) => forwardTo)).toEqual([
      'box@example.org, two@example.org',
      'box@example.org',
      'box@example.org',
      'box@example.org',
      'mover@example.com',
      'mover@example.com',
    ]);

    const mails = test.mails.length;
    const done = await finish(person, planned, 'run');
    expect(done).toMatchObject({ stage: 'planned', counts: { made: 4, kept: 1, left: 0, cannot: 1 } });
    expect(done.domains[0]).toMatchObject({ here: 2, ready: 1 });
    const aliases = await aliasesOf(person);
    expect(aliases.find(({ alias }) => alias === 'shop')).toMatchObject({ notes: 'Shoes', active: true });
    expect(aliases.find(({ alias }) => alias === 'off')).toMatchObject({ active: false });
    expect(
      test.mails
        .slice(mails)
        .map(({ recipient }) => recipient)
        .toSorted(),
    ).toEqual(['box@example.org', 'two@example.org']);
    const gone = { address: 'gone@own.example', ofDomain: own.id };
    const { db } = test.core.database;
    expect(await hasTombstone(db, test.core.keys, gone)).toBe(true);

    expect((await checklistOf(person)).map(({ old, done: ticked }) => `${old} ${ticked}`)).toEqual([
      'news.k3x@simplelogin.example no',
      'admin@simplelogin.example no',
    ]);
    const again = await read(person, await start(person, 'simplelogin', peer));
    expect((await itemsOf(person, again)).map(({ reason }) => reason)).toEqual([
      'yours',
      'yours',
      'moved',
      'unproven',
      'moved',
      'deleted',
    ]);

    const undone = await finish(person, done, 'undo');
    expect(undone).toMatchObject({ stage: 'planned', counts: { made: 0, kept: 0 }, undoUntil: null });
    expect([await aliasesOf(person), await checklistOf(person)]).toEqual([[], []]);
    expect(await hasTombstone(db, test.core.keys, gone)).toBe(false);

    await addOwnDomain(test.core, { userId: person.userId, name: 'later.example' });
    const choices = { domain: 'mask.test', forwardTo: 'all@example.org', replaceInboxes: true };
    const other = moveIn(await step(person, undone, 'plan', choices));
    expect(other).toMatchObject({ counts: { new: 5 }, choices });
    await finish(person, other, 'run');
    const made = await aliasesOf(person);
    expect(made.filter(({ domain }) => domain === 'mask.test')).toHaveLength(2);
    const inboxes = made.flatMap(({ targets }) => targets.map(({ value }) => value));
    expect([inboxes.length, new Set(inboxes)]).toEqual([5, new Set(['all@example.org'])]);
    test.advance(dayMs + 1);
    expect((await step(person, other, 'undo')).body).toMatchObject({ code: 'move_stage' });
  });

  it('ticks an entry of the checklist with the first mail, and by hand; what is done leaves the list', async () => {
    const person = await test.register('lister@example.com');
    const peer = await test.peerOf('firefox-relay', {
      aliases: [
        { address: 'a1@mozmail.com', uses: 3 },
        { address: 'b2@mozmail.com', uses: 2 },
        { address: 'c3@me.mozmail.com', uses: 1 },
      ],
    });
    await finish(person, await read(person, await start(person, 'firefox-relay', peer)), 'run');
    const [first, second] = await checklistOf(person);
    // What the mail engine does at the first message.
    const used = test.core.database.db.updateTable('aliases').set({ everUsed: true });
    await used.where('id', '=', first?.aliasId ?? '').execute();
    const ticked = await person.visitor.send('PATCH', `/api/checklist/${second?.id}`, { done: true });
    expect(ticked.body).toMatchObject({ entry: { old: 'b2@mozmail.com', done: 'hand' } });
    expect((await checklistOf(person)).map(({ old, done }) => `${old} ${done}`)).toEqual([
      'a1@mozmail.com mail',
      'b2@mozmail.com hand',
      'c3@me.mozmail.com no',
    ]);
    expect((await person.visitor.send('DELETE', '/api/checklist')).status).toBe(204);
    expect((await checklistOf(person)).map(({ old }) => old)).toEqual(['c3@me.mozmail.com']);
  });

  it('gives a name that somebody else has a few letters more, and asks each inbox once', async () => {
    const other = await test.register('first@example.com');
    const taken = { alias: 'wanted', domain: 'kauke.test', forwardTo: 'first@example.com' };
    await other.visitor.send('POST', `/api/aliases/${other.userId}`, taken);
    const person = await test.register('second@example.com');
    const peer = await test.peerOf('addy', { aliases: [{ address: 'wanted@anonaddy.example' }] });
    const done = await finish(person, await read(person, await start(person, 'addy', peer)), 'run');
    const [item] = await itemsOf(person, done);
    expect(item?.becomes).toMatch(/^wanted\.[0-9a-z]{4}@kauke\.test$/);
    expect((await checklistOf(person))[0]?.alias).toBe(item?.becomes);
  });

  it('makes nothing twice that another move made since it was planned, or its owner', async () => {
    const person = await test.register('twice@example.com');
    await addOwnDomain(test.core, { userId: person.userId, name: 'twice.example' });
    const aliases = ['kept@twice.example', 'news@simplelogin.example'].map((address) => ({
      address,
      inboxes: ['box@example.org'],
    }));
    const peer = await test.peerOf('simplelogin', { aliases });
    const first = await read(person, await start(person, 'simplelogin', peer));
    const second = await read(person, await start(person, 'simplelogin', peer));
    expect([first.counts.new, second.counts.new]).toEqual([2, 2]);
    await finish(person, first, 'run');
    const made = (await aliasesOf(person)).map(({ alias }) => alias).toSorted();
    expect(await finish(person, second, 'run')).toMatchObject({ counts: { made: 0, clash: 2, cannot: 0, left: 0 } });
    expect((await aliasesOf(person)).map(({ alias }) => alias).toSorted()).toEqual(made);
    const reasons = (await itemsOf(person, second)).map(({ address, reason }) => [address, reason]);
    expect(Object.fromEntries(reasons)).toEqual({
      'kept@twice.example': 'yours',
      'news@simplelogin.example': 'moved',
    });
  });

  it('hands contacts over as cards, once, by addresses that reach them as the new alias', async () => {
    const person = await test.register('writer@example.com');
    const contacts = [{ contact: '"Bob, Jr." <bob@example.net>' }, { contact: 'eve@example.net', blocked: true }];
    const peer = await test.peerOf('simplelogin', {
      aliases: [{ address: 'pen@old.example', inboxes: ['box@example.org'], contacts }],
    });
    const done = await finish(person, await read(person, await start(person, 'simplelogin', peer)), 'run');
    const { body } = await step(person, done, 'contacts', { apiKey: peerKey });
    expect(body).toMatchObject({ contacts: 2, left: 0, full: false, waitSeconds: 0 });
    const { cards } = body as { cards: string };
    expect(cards).toContain('N:;Bob\\, Jr.;;;\r\n');
    expect(cards.match(/EMAIL;TYPE=INTERNET:reply\\?\./gu)).toHaveLength(2);
    expect((await step(person, done, 'contacts', { apiKey: peerKey })).body).toMatchObject({ contacts: 0, cards: '' });
    expect((await step(person, done, 'contacts', { apiKey: peerKey, again: true })).body).toMatchObject({ cards });
    const { rows } = await test.core.database.pool.query(
      'select blocked_at from contacts where blocked_at is not null',
    );
    expect(rows).toHaveLength(1);
  });

  it('keeps the key nowhere, and shows nothing of a move to others', async () => {
    const person = await test.register('secret@example.com');
    const peer = await test.peerOf('improvmx', {
      domains: [{ name: 'own2.example' }],
      aliases: many(3, 'own2.example'),
    });
    // One address for all: there are no servers of one's own.
    const refused = await person.visitor.send('POST', '/api/moves', { service: 'improvmx', baseUrl: peer.baseUrl });
    expect(refused.body).toMatchObject({ errors: { baseUrl: ['This service has one address only.'] } });
    const relay = await test.peerOf('firefox-relay', { aliases: many(3, 'mozmail.com') });
    const move = await read(person, await start(person, 'firefox-relay', relay));
    expect(await searchDatabase(test.core.database, [peerKey, 'n0@mozmail.com'])).toEqual([]);
    expect(test.logLines.filter((line) => line.includes(peerKey) || line.includes('mozmail'))).toEqual([]);
    const stranger = await test.register('stranger@example.com');
    for (const what of ['run', 'undo', 'plan', 'read', 'contacts']) {
      const body = { plan: move.choices, read: { apiKey: 'x' }, contacts: { apiKey: 'x' } }[what];
      expect((await step(stranger, move, what, body)).status).toBe(404);
    }
    expect((await stranger.visitor.send('GET', `/api/moves/${move.id}/items`)).status).toBe(404);
    expect((await stranger.visitor.send('DELETE', `/api/moves/${move.id}`)).status).toBe(404);
    expect((await person.visitor.send('DELETE', `/api/moves/${move.id}`)).status).toBe(204);
    expect((await person.visitor.send('GET', '/api/moves')).body).toEqual({ moves: [] });
  });
});
