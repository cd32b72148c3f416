import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HeldList, HeldMessage } from '#contract/held/held.ts';
import { searchDatabase } from '#support/database-search.ts';
import { startDnsServer } from '#support/dns-server.ts';
import { makeProgramPlace } from '#support/program-place.ts';
import { signUpAt, startProgram, testPassword, visitProgram } from '#support/program.ts';
import { signRawDkim, type RawParts, type RawSigner } from '#support/sign-raw.ts';
import { sendMessage } from '#support/smtp-client.ts';
import {
  authorOf,
  closedSpf,
  openSpf,
  startVerdictWorld,
  valuesOf,
  writeMessage,
  type VerdictWorld,
} from '#support/verdict-world.ts';

const accepted = '250 2.0.0 Message accepted';
const refusedByDmarc = '550 5.7.26 The policy of the From domain (DMARC) refuses this message';

function sign(parts: RawParts, signer: RawSigner): RawParts {
  return { ...parts, fields: [signRawDkim(parts, signer), ...parts.fields] };
}

describe('mail that would be refused', () => {
  let world: VerdictWorld;
  beforeAll(async () => {
    world = await startVerdictWorld();
  });
  afterAll(() => world.stop());

  async function held(): Promise<HeldMessage[]> {
    return ((await world.owner.send('GET', '/api/held')).body as HeldList).held;
  }

  it('is held, released and allowed by its owner, and the next one passes', async () => {
    const forged = () => writeMessage('Bank <news@bank.example>');
    world.publish('bank.example', closedSpf, 'reject');
    world.publish('attacker.test', openSpf);
    expect((await world.send(forged())).reply).toBe(refusedByDmarc);
    expect((await world.owner.send('PATCH', '/api/account', { holdDays: 7 })).body).toMatchObject({
      message: 'Mail that would be refused is held for 7 days from now on',
      account: { holdDays: 7, heldMessages: 0 },
    });
    const { reply, arrived } = await world.send(forged());
    expect({ reply, arrived }).toEqual({ reply: accepted, arrived: undefined });
    const [first] = await held();
    expect(first).toMatchObject({ from: 'Bank <news@bank.example>', reason: 'rejected', alias: 'my-alias@kauke.test' });

    const before = world.sink.messages.length;
    const wish = { allow: true, evenIfRejected: true };
    const released = await world.owner.send('POST', `/api/held/${first?.id}/release`, wish);
    expect(released.status).toBe(200);
    const sent = await world.sink.waitForMessages(before + 1);
    expect(valuesOf(sent[before], 'x-kauke-held')).toEqual(['rejected']);
    expect(authorOf(sent[before]).name).toBe('[unverified] Bank (news at bank.example)');
    expect(await held()).toEqual([]);
    expect((await world.owner.send('POST', `/api/held/${first?.id}/release`, {})).status).toBe(404);

    const next = await world.send(forged());
    expect(next.reply).toBe(accepted);
    expect(authorOf(next.arrived).name).toBe('[unverified] Bank (news at bank.example)');
    expect(valuesOf(next.arrived, 'x-kauke-held')).toEqual([]);
    expect((await world.send(writeMessage('Bank <other@bank.example>'))).arrived).toBeUndefined();
  });

  it('of a list is shown as the list’s, which is what is allowed', async () => {
    await world.owner.send('PATCH', '/api/account', { holdDays: 7 });
    world.publish('writer.example', closedSpf, 'reject');
    const list = world.publish('lists.example', closedSpf);
    const listed = () => sign(writeMessage('Ann <ann@writer.example>', ['List-Id: <talk.lists.example>']), list);
    expect((await world.send(listed())).arrived).toBeUndefined();
    const message = (await held()).find(({ from }) => from.includes('writer.example'));
    const before = world.sink.messages.length;
    await world.owner.send('POST', `/api/held/${message?.id}/release`, { allow: true });
    const sent = await world.sink.waitForMessages(before + 1);
    expect(authorOf(sent[before]).name).toBe('via lists.example');
    const { body } = await world.owner.send('GET', '/api/sender-rules');
    expect(body).toMatchObject({ senderRules: [{ match: 'list:talk.lists.example', action: 'allow' }, {}] });
    const { arrived } = await world.send(listed());
    expect(authorOf(arrived).name).toBe('via lists.example');
    const unsigned = await world.send(writeMessage('Ann <ann@writer.example>', ['List-Id: <talk.lists.example>']));
    expect(unsigned.arrived).toBeUndefined();
  });
});

describe('a held message', () => {
  it('is there after kill -9 right behind its 250, and in the database only sealed', async () => {
    const dns = await startDnsServer();
    const place = await makeProgramPlace();
    const { sink } = place;
    const env = { ...place.env, DNS_SERVERS: dns.address, UNAUTHENTICATED_MAIL: 'refuse' };
    try {
      const first = await startProgram({ env });
      const { userId, visitor } = await signUpAt(first, 'ann@home.example');
      const wanted = { alias: 'shop', domain: 'kauke.test', forwardTo: 'ann@inbox.example' };
      await visitor.send('POST', `/api/aliases/${userId}`, wanted);
      await visitor.send('PATCH', '/api/account', { holdDays: 7 });
      const rule = { scope: 'account', match: '@rival.example', action: 'block' };
      expect((await visitor.send('POST', '/api/sender-rules', rule)).status).toBe(201);
      const data = 'From: Eve <eve@forged.example>\r\nSubject: Kept and sealed\r\n\r\nHello\r\n';
      const message = { from: 'eve@forged.example', to: 'shop@kauke.test', helo: 'client.example', data };
      expect((await sendMessage({ port: first.mxPort, ...message })).data).toBe(accepted);
      await first.kill();
      const secrets = ['eve@forged.example', 'forged.example', 'Kept and sealed', 'rival.example'];
      expect(await searchDatabase(place.database.database, secrets)).toEqual([]);

      const second = await startProgram({ env });
      const again = visitProgram(second);
      await again.send('POST', '/api/auth/login', { email: 'ann@home.example', password: testPassword });
      const { body } = await again.send('GET', '/api/held');
      const [kept] = (body as HeldList).held;
      expect(kept).toMatchObject({ subject: 'Kept and sealed', reason: 'unauthenticated' });
      const before = sink.messages.length;
      await again.send('POST', `/api/held/${kept?.id}/release`, {});
      const sent = await sink.waitForMessages(before + 1);
      expect(valuesOf(sent[before], 'subject')).toEqual(['Kept and sealed']);
      await second.stop();
    } finally {
      await place.remove();
      await dns.close();
    }
  });
});
