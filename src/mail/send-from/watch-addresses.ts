import { isIPv6 } from 'node:net';
import { type NoticeContext, notify } from '#core/notices/notify.ts';
import type { OwnAddress } from '#mail/send-from/choose-address.ts';
import type { Log } from '#platform/log.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { hasOwnName, isOwnAddress } from '#protocol/net/own-address.ts';

/** What looking after our addresses takes. */
export interface WatchContext extends NoticeContext {
  readonly addresses: readonly OwnAddress[];
  readonly log: Log;
  readonly resolver: Pick<Resolver, 'ptr' | 'a' | 'aaaa'>;
  /** Whether a DNS block list names an address. Never rejects. */
  readonly isListed: (address: string) => Promise<boolean>;
}

async function findUnfit({ resolver }: WatchContext, { address, unfit }: OwnAddress): Promise<OwnAddress['unfit']> {
  if (!(await isOwnAddress(address))) return 'missing';
  if (!isIPv6(address)) return null;
  const isNamed = await hasOwnName(resolver, address);
  if (isNamed === null) return unfit === 'missing' ? 'nameless' : unfit;
  return isNamed ? null : 'nameless';
}

const dayMs = 24 * 60 * 60 * 1000;

/** Told once for each listing, by whichever process comes first; a list that comes and goes, once a day. */
function noteListing(context: WatchContext, { address, hostname, listed }: OwnAddress): Promise<void> {
  const now = context.clock.now();
  return context.database.db.transaction().execute(async (transaction) => {
    const row = transaction.updateTable('sendAddresses').where('address', '=', address);
    if (!listed) {
      const before = new Date(now - dayMs);
      await row.set({ listedAt: null }).where('listedAt', '<', before).execute();
      return;
    }
    const unlisted = row.set({ listedAt: new Date(now) }).where('listedAt', 'is', null);
    const first = await unlisted.returning('address').executeTakeFirst();
    if (first === undefined) return;
    await notify(context, { kind: 'listed', userId: null, values: [address, hostname] }, transaction);
  });
}

/** The log names an address by its place in the setting. */
async function checkOne(context: WatchContext, one: OwnAddress, place: number): Promise<void> {
  const { isListed, log } = context;
  const [unfit, listed] = await Promise.all([findUnfit(context, one), isListed(one.address)]);
  if (unfit !== one.unfit) log.warn('send_from.changed', { place, unfit });
  if (listed !== one.listed) log.warn('send_from.listed', { place, listed });
  one.unfit = unfit;
  one.listed = listed;
  await noteListing(context, one).catch((error: unknown) => log.error('send_from.not_noted', error));
}

/** Looks at each address: whether it is ours, an IPv6 one has its name, a block list names it. Never rejects. */
export async function checkAddresses(context: WatchContext): Promise<void> {
  await Promise.all(context.addresses.map((one, index) => checkOne(context, one, index + 1)));
}
