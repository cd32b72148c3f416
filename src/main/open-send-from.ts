import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import { createBlockLists } from '#mail/judge/block-lists.ts';
import type { QueueContext } from '#mail/queue/state/queue-context.ts';
import { chooseAddresses, rampDays, type OwnAddress, type SendFrom } from '#mail/send-from/choose-address.ts';
import { readFirstDays } from '#mail/send-from/read-first-days.ts';
import { checkAddresses } from '#mail/send-from/watch-addresses.ts';
import { answerInTime } from '#platform/answer-in-time.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { isOwnAddress } from '#protocol/net/own-address.ts';
import { runEvery } from '#platform/run-every.ts';

/** Addresses come and go, and so do listings and names. */
const checkEveryMs = 10 * 60_000;
/** The start waits so long for DNS; an IPv6 address whose name is not proven by then serves later. */
const firstCheckMs = 5_000;

/** The addresses that mail leaves from, and who looks after them. */
export interface OpenSendFrom {
  readonly sendFrom: SendFrom;
  /** Looks at once, then again and again. Returns how to stop it. */
  watch(queue: QueueContext): Promise<() => Promise<void>>;
}

/** The fault names an address by its place, as a worker's end is logged. */
async function refuseForeign({ sendFrom }: Config): Promise<void> {
  for (const [index, { address, hostname }] of sendFrom.entries()) {
    if (await isOwnAddress(address)) continue;
    throw new StartError(`SEND_FROM: address ${index + 1} (${hostname}) is none of this machine's.`);
  }
}

/** @throws StartError when this machine lacks one of the addresses. */
export async function openSendFrom(config: Config, core: CoreContext, resolver: Resolver): Promise<OpenSendFrom> {
  if (config.sendFrom.length === 0) return { sendFrom: { choose: () => null }, watch: async () => async () => {} };
  await refuseForeign(config);
  const firstDays = await readFirstDays(core, config.sendFrom, rampDays);
  const addresses: readonly OwnAddress[] = config.sendFrom.map((one) => ({
    ...one,
    sinceMs: firstDays.get(one.address) ?? core.clock.now(),
    unfit: one.address.includes(':') ? 'nameless' : null,
    listed: false,
  }));
  const blockLists = createBlockLists({ resolver, zones: config.dnsblZones, clock: core.clock });
  return {
    sendFrom: { choose: (departure) => chooseAddresses(addresses, departure) },
    watch: async (queue) => {
      const context = { ...core, settings: queue.settings, addresses, resolver, isListed: blockLists.lists };
      const first = checkAddresses(context);
      await answerInTime(first, firstCheckMs, undefined);
      const stop = runEvery(
        checkEveryMs,
        () => first.then(() => checkAddresses(context)),
        (error) => core.log.error('send_from.check_failed', error),
      );
      return async () => {
        await Promise.all([first, stop()]);
      };
    },
  };
}
