import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSpoolRoom, type WatchedRoom } from '#mail/queue/state/spool-room.ts';
import { smtpReplies } from '#mail/smtp-replies.ts';
import { createTestMail, exampleMessage, quickLimits, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';
import { startSmtpSink, type SmtpSink } from '#support/smtp-sink.ts';

const mebibyte = 1024 * 1024;
const limits = { ...quickLimits, diskMarginBytes: 8 * mebibyte, diskReadEveryMs: 10 };
const reservedBytes = 100 * mebibyte;
/** The queue may take nothing, and the reserve is whole. */
const marginBytes = reservedBytes + limits.diskMarginBytes;

let sink: SmtpSink;
let mail: TestMail;
let disk: { freeBytes: number; holdsMail: boolean; isReadable: boolean; readings: number };
let room: WatchedRoom;

beforeEach(async () => {
  sink = await startSmtpSink();
  sink.setScript({ onRcpt: (address) => (address.startsWith('ann') ? { code: 451 } : 'accept') });
  mail = await createTestMail({ transport: createSinkTransport({ 'sink.example': sink.port }) });
  disk = { freeBytes: marginBytes + 100 * mebibyte, holdsMail: true, isReadable: true, readings: 0 };
});
afterEach(async () => {
  await room.close();
  await mail.context.transport.close();
  await mail.close();
  await sink.stop();
});

async function openRoom(diskReadEveryMs = limits.diskReadEveryMs): Promise<WatchedRoom> {
  const readDisk = () => {
    disk.readings += 1;
    const { freeBytes, holdsMail, isReadable } = disk;
    return isReadable ? Promise.resolve({ freeBytes, reservedBytes, holdsMail }) : Promise.reject(new Error('gone'));
  };
  const { database, log } = mail.context;
  room = await openSpoolRoom({ database, log, limits: { ...limits, diskReadEveryMs }, readDisk });
  return room;
}

async function setFree(freeBytes: number): Promise<void> {
  disk.freeBytes = freeBytes;
  const { readings } = disk;
  // The second one begins when the first has been judged.
  await expect.poll(() => disk.readings).toBeGreaterThan(readings + 1);
}

function events(): (string | undefined)[] {
  return mail.logLines.map((line) => /"event":"(disk\.\w+)"/.exec(line)?.[1]).filter((event) => event !== undefined);
}

describe('mail on a disk that fills', () => {
  it('is put off before the database has no room; what is taken while its sender waits goes on', async () => {
    const context = await mail.another({ room: await openRoom() });
    const waits = await mail.addAlias({ local: 'waits', targets: ['ann@sink.example'] });
    const live = await mail.addAlias({ local: 'live', targets: ['bea@sink.example'] });
    const both = await mail.addAlias({ local: 'both', targets: ['ann@sink.example', 'cyd@sink.example'] });
    expect(await mail.send(waits.address, { context })).toBe(smtpReplies.messageAccepted);

    await setFree(marginBytes);
    expect(await mail.send(waits.address, { context })).toBe(smtpReplies.spoolCrowded);
    expect(await mail.send(live.address, { context })).toBe(smtpReplies.messageAccepted);
    expect(await mail.send(both.address, { context, content: exampleMessage('both') })).toBe(smtpReplies.spoolCrowded);
    expect(await mail.waiting()).toEqual({ messages: 1, deliveries: 1 });

    await setFree(marginBytes + 100 * mebibyte);
    expect(await mail.send(both.address, { context, content: exampleMessage('both') })).toBe(
      smtpReplies.messageAccepted,
    );
    expect(sink.messages.map(({ rcptTo }) => rcptTo[0])).toEqual(['bea@sink.example', 'cyd@sink.example']);
    expect(await mail.waiting()).toEqual({ messages: 2, deliveries: 2 });
  });

  it('takes no more than the disk has at its last reading, however much comes before the next', async () => {
    disk.freeBytes = marginBytes + 10 * mebibyte;
    const context = await mail.another({ room: await openRoom(60_000), limits: { ...limits, accountLeastBytes: 1e9 } });
    const { address } = await mail.addAlias({ local: 'waits', targets: ['ann@sink.example'] });
    const content = `${exampleMessage('large')}${'0123456789abcdef'.repeat(60)}\r\n`.repeat(1000);
    const replies = [];
    for (let count = 0; count < 8; count += 1) replies.push((await mail.send(address, { context, content })).code);
    // Half of ten MiB, as small mail takes twice its octets.
    expect(replies).toEqual([250, 250, 250, 250, 452, 452, 452, 452]);
  });

  it('has less than what is set for all, which stays the most', async () => {
    const settings = { limits: { ...limits, spoolMaxBytes: 0 } };
    const context = await mail.another({ room: await openRoom(), ...settings });
    const { address } = await mail.addAlias({ local: 'waits', targets: ['ann@sink.example'] });
    expect(await mail.send(address, { context })).toBe(smtpReplies.spoolCrowded);
  });

  it('is not put off where the database is elsewhere, as that disk is not seen', async () => {
    disk = { ...disk, freeBytes: 0, holdsMail: false };
    const context = await mail.another({ room: await openRoom() });
    const { address } = await mail.addAlias({ local: 'waits', targets: ['ann@sink.example'] });
    expect(await mail.send(address, { context })).toBe(smtpReplies.messageAccepted);
    expect(room.gauges).toEqual({ diskFreeBytes: 0, storing: true });
    expect(events()).toEqual(['disk.short']);
  });
});

describe('the room of the queue', () => {
  it('is short from a quarter of the margin on, and enough again with half of it: said once each', async () => {
    await openRoom();
    const states = [];
    for (const more of [3, 1, 3, 1, 5, 3, 1]) {
      await setFree(marginBytes + more * mebibyte);
      states.push(room.gauges.storing);
    }
    expect(states).toEqual([true, false, false, false, true, true, false]);
    expect(events()).toEqual(['disk.short', 'disk.enough', 'disk.short']);
    expect(mail.logLines.find((line) => line.includes('disk.short'))).toContain('"freeMebibytes":109,"storing":false');
  });

  it('counts what the tables of the queue have to spare, as far as as much is free', async () => {
    const { db } = mail.test.database;
    const context = await mail.another({});
    const { address } = await mail.addAlias({ local: 'waits', targets: ['ann@sink.example'] });
    const content = `${exampleMessage('large')}${'0123456789abcdef'.repeat(60)}\r\n`.repeat(6000);
    await mail.send(address, { context, content });
    await sql`delete from spool_messages`.execute(db);
    disk.freeBytes = marginBytes - mebibyte;
    await openRoom();
    // About 6 MiB are to spare, of which the queue is one short.
    expect(room.bytes).toBeGreaterThan(2 * mebibyte);
    expect(room.bytes).toBeLessThan(3.5 * mebibyte);
    await setFree(reservedBytes + 3 * mebibyte);
    expect(room.bytes).toBeLessThan(1.5 * mebibyte);
    await setFree(reservedBytes);
    expect([room.bytes, room.gauges.storing]).toEqual([0, false]);
  });

  it('stays as it was while the disk cannot be read, which is said once', async () => {
    await openRoom();
    disk.isReadable = false;
    await setFree(0);
    await setFree(0);
    expect(room.gauges).toEqual({ diskFreeBytes: marginBytes + 100 * mebibyte, storing: true });
    disk.isReadable = true;
    await setFree(0);
    expect(events()).toEqual(['disk.unreadable', 'disk.short']);
  });
});
