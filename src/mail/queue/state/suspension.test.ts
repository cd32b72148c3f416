import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { SuspensionScope } from '#contract/sign-in.ts';
import { createSuspensionWatch, type SuspensionWatch } from '#mail/queue/state/suspension.ts';
import { systemClock } from '#platform/clock.ts';
import { createTestMail, type TestMail } from '#support/mail-engine.ts';
import { createSinkTransport } from '#support/sink-transport.ts';

let mail: TestMail;
let stops: SuspensionWatch;
let nowMs = systemClock.now();

beforeAll(async () => {
  mail = await createTestMail({ transport: createSinkTransport({}) });
  // Nothing is read but because of what begins: its clock never ticks.
  const ticks = vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce(setTimeout(() => {}));
  stops = createSuspensionWatch(mail.test.database, { now: () => nowMs });
  ticks.mockRestore();
});
afterAll(async () => {
  stops.close();
  await mail.close();
});

async function suspend(userId: string, suspended: SuspensionScope | null): Promise<void> {
  const change = { suspended, suspendedAt: suspended && new Date(systemClock.now()) };
  await mail.test.database.db.updateTable('users').set(change).where('id', '=', userId).execute();
}

it('stops what begins after a suspension at once, also where nothing was under way for a while', async () => {
  const one = await mail.addAlias({ local: 'one', targets: ['ann@one.example'] });
  const other = await mail.addAlias({ local: 'other', targets: ['bob@one.example'] });
  const stopped: string[] = [];
  const begin = (name: string, { userId }: { userId: string }, isSent: boolean): void => {
    stops.watch([{ userId, isSent }], () => stopped.push(name));
  };
  await suspend(one.userId, 'sending');
  nowMs += 4_000;
  begin('got', one, false);
  begin('sent', one, true);
  await expect.poll(() => stopped).toEqual(['sent']);
  await suspend(one.userId, 'all');
  nowMs += 4_000;
  begin('later', one, true);
  await expect.poll(() => stopped.toSorted()).toEqual(['got', 'later', 'sent']);
  await suspend(one.userId, null);
  await suspend(other.userId, 'all');
  nowMs += 4_000;
  begin('resumed', one, true);
  begin('of another', other, false);
  await expect.poll(() => stopped).toContain('of another');
  expect(stopped).not.toContain('resumed');
});
