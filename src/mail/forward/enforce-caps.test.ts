import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestMail, exampleMessage, type TestAlias, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SinkScript, type SmtpSink } from '#support/smtp-sink.ts';

let mail: TestMail;
let sink: SmtpSink;
const told: (readonly [string, string])[] = [];

const refusing: SinkScript = {
  onRcpt: (address) => (address.startsWith('full@') ? { code: 550, text: '5.1.1 unknown' } : 'accept'),
};

beforeAll(async () => {
  sink = await startSmtpSink(refusing);
  mail = await createTestMail({
    transport: createSinkTransport({ 'inbox.example': sink.port }),
    counts: { add: (kind, aliases) => told.push(...aliases.map(({ id }) => [kind, id] as const)) },
  });
  // On a busy machine some of it leaves behind the reply.
  mail.worker();
});
afterAll(async () => {
  await mail.close();
  await sink.stop();
});

async function addCapped(local: string, targets: readonly string[], cap: number): Promise<TestAlias> {
  const alias = await mail.addAlias({ local, targets });
  const row = { maxMessages: cap, messagesLeft: cap };
  await mail.test.database.db.updateTable('aliases').set(row).where('id', '=', alias.aliasId).execute();
  return alias;
}
async function left({ aliasId }: TestAlias): Promise<number | null> {
  const { db } = mail.test.database;
  const row = await db.selectFrom('aliases').select('messagesLeft').where('id', '=', aliasId).executeTakeFirst();
  return row?.messagesLeft ?? null;
}

// Several times: that each of them is answered at all, and none given up as a deadlock, is a matter of moments.
it.for([1, 2, 3, 4, 5])(
  'a number of messages is exact over several processes of one database, time %i',
  async (time) => {
    const inbox = `ann${time}@inbox.example`;
    const alias = await addCapped(`three${time}`, [inbox], 3);
    const processes = [mail.context, await mail.another({}), await mail.another({})] as const;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        mail.send(alias.address, { context: processes[number % 3] ?? mail.context }),
      ),
    );
    expect(replies.filter(({ code }) => code === 250)).toHaveLength(3);
    expect(replies.filter(({ code, enhanced }) => code === 550 && enhanced === '5.1.1')).toHaveLength(27);
    expect(await left(alias)).toBe(0);
    await mail.drained();
    expect(sink.messages.filter(({ rcptTo }) => rcptTo.includes(inbox))).toHaveLength(3);
  },
);

it('a message that all targets refuse for good counts no more, one that some take does', async () => {
  const alias = await addCapped('refused', ['full@inbox.example'], 1);
  expect(await mail.send(alias.address)).toMatchObject({ code: 550, enhanced: '5.2.0' });
  expect(await left(alias)).toBe(1);
  const both = await addCapped('both', ['full@inbox.example', 'bea@inbox.example'], 1);
  expect(await mail.send(both.address)).toMatchObject({ code: 250 });
  expect(await left(both)).toBe(0);
});

it('a message that its sender has to send again counts once, and reaches each inbox once', async () => {
  const alias = await addCapped('again', ['fay@inbox.example', 'gus@inbox.example'], 1);
  sink.setScript({
    onRcpt: (address) => (address.startsWith('gus@') ? { code: 451, text: '4.2.0 later' } : 'accept'),
  });
  const full = await mail.another({ room: { bytes: 0, take: () => {} } });
  const content = exampleMessage('again');
  expect(await mail.send(alias.address, { content, context: full })).toMatchObject({ code: 452 });
  expect(await left(alias)).toBe(1);
  sink.setScript(refusing);
  await expect.poll(() => mail.send(alias.address, { content, context: full })).toMatchObject({ code: 250 });
  expect(await left(alias)).toBe(0);
  await mail.drained();
  const reached = sink.messages.flatMap(({ rcptTo }) => rcptTo).filter((address) => /^(?:fay|gus)@/.test(address));
  expect(reached).toEqual(['fay@inbox.example', 'gus@inbox.example']);
});

it('what waits when the last message was taken is delivered all the same', async () => {
  const alias = await addCapped('waits', ['cy@inbox.example'], 1);
  await mail.test.database.db
    .updateTable('aliases')
    .set({ cutThrough: false })
    .where('id', '=', alias.aliasId)
    .execute();
  expect(await mail.send(alias.address)).toMatchObject({ code: 250 });
  expect(await left(alias)).toBe(0);
  expect(await mail.send(alias.address)).toMatchObject({ code: 550, enhanced: '5.1.1' });
  await mail.drained();
  expect(sink.messages.filter(({ rcptTo }) => rcptTo.includes('cy@inbox.example'))).toHaveLength(1);
});

it('others of the same message get it when one alias has had all it was to have', async () => {
  const capped = await addCapped('last', ['dee@inbox.example'], 1);
  const free = await mail.addAlias({ local: 'free', targets: ['eve@inbox.example'] });
  const { db } = mail.test.database;
  for (const { userId } of [capped, free]) {
    await db.updateTable('users').set({ countMail: true }).where('id', '=', userId).execute();
  }
  // Another message takes the last place between RCPT and DATA: both pass RCPT, one is left over.
  const replies = await Promise.all([1, 2, 3, 4].map(() => mail.send([capped.address, free.address])));
  expect(replies.filter(({ code }) => code === 250).length).toBeGreaterThan(0);
  await mail.drained();
  const toFree = sink.messages.filter(({ rcptTo }) => rcptTo.includes('eve@inbox.example')).length;
  expect(sink.messages.filter(({ rcptTo }) => rcptTo.includes('dee@inbox.example'))).toHaveLength(1);
  expect(toFree).toBe(replies.filter(({ code }) => code === 250).length);
  expect(told.filter(([kind, id]) => kind === 'forwarded' && id === capped.aliasId)).toHaveLength(1);
  expect(told.filter(([kind, id]) => kind === 'forwarded' && id === free.aliasId)).toHaveLength(toFree);
});
