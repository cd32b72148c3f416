import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpLimits } from '#protocol/smtp-server/smtp-limits.ts';
import { startMxListener } from '#support/mx-listener.ts';
import { proxyHeaderV2 } from '#support/proxy-header.ts';
import { connectSmtp, type SmtpTestClient } from '#support/smtp-client.ts';

export const sweepEveryMs = 4;
export const seconds = 1000;
export const minutes = 60 * seconds;
export const timedOut = /^421 4\.4\.2 Timed out/;

/** Time that passes when a test says so, and is looked at often. */
export function createTime() {
  let nowMs = 0;
  return {
    clock: { now: () => nowMs },
    /** So much passes, and the sessions have been looked at. */
    pass: async (ms: number): Promise<void> => {
      nowMs += ms;
      await pause(8 * sweepEveryMs);
    },
  };
}

/** A listener whose time is the test's, behind a proxy. */
export async function startMx(limits: Partial<SmtpLimits> = {}) {
  const time = createTime();
  const started = await startMxListener({}, { sweepEveryMs, ...limits }, ['127.0.0.9'], time.clock);
  return { ...time, ...started };
}

/** Comes from a network, as a proxy tells. */
export async function connectFrom(port: number, address: string): Promise<SmtpTestClient> {
  return connectSmtp({ port, localAddress: '127.0.0.9', prelude: proxyHeaderV2(address) });
}

/** And says EHLO. */
export async function greetFrom(port: number, address: string): Promise<SmtpTestClient> {
  const client = await connectFrom(port, address);
  await client.reply();
  await client.command('EHLO client.example');
  return client;
}
