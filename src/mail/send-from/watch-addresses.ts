import { isIPv6 } from 'node:net';
import type { Database } from '#database/database.ts';
import type { OwnAddress } from '#mail/send-from/choose-address.ts';
import { alarmMails, type MailWords } from '#messages/server/mails.ts';
import type { Clock } from '#platform/clock.ts';
import type { Log } from '#platform/log.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { hasOwnName, isOwnAddress } from '#protocol/net/own-address.ts';

/** What looking after our addresses takes. */
export interface WatchContext {
  readonly addresses: readonly OwnAddress[];
  readonly clock: Clock;
  readonly database: Database;
  readonly log: Log;
  readonly resolver: Pick<Resolver, 'ptr' | 'a' | 'aaaa'>;
  /** Whether a DNS block list names an address. Never rejects. */
  readonly isListed: (address: string) => Promise<boolean>;
  readonly tellOperator: (words: MailWords) => Promise<void>;
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
async function noteListing(
  { clock, database: { db }, tellOperator }: WatchContext,
  { address, hostname, listed }: OwnAddress,
) {
  const row = db.updateTable('sendAddresses').where('address', '=', address);
  const now = clock.now();
  if (!listed) {
    await row
      .set({ listedAt: null })
      .where('listedAt', '<', new Date(now - dayMs))
      .execute();
    return;
  }
  const first = await row
    .set({ listedAt: new Date(now) })
    .where('listedAt', 'is', null)
    .returning('address')
    .executeTakeFirst();
  if (first !== undefined) await tellOperator(alarmMails.listed(address, hostname));
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
