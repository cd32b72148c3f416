import { join } from 'node:path';
import type { MailHosts } from '#main/connect-transport.ts';
import { isForeignPublicAddress } from '#protocol/net/public-address.ts';
import type { OtherServices } from '#core/moving-in/moving-context.ts';
import { serviceWays } from '#core/moving-in/sources/list-sources.ts';
import { makeSigningKey, type MakeSigningKey } from '#core/domains/domain-keys.ts';
import { passwordCost, type PasswordCost } from '#core/sign-in/password-hasher.ts';
import { requestRates, type RequestRates } from '#core/limits/rate-limit-rules.ts';
import { mailLimits, type MailLimits } from '#mail/mail-limits.ts';
import { ignorePoints, type Trace } from '#mail/queue/state/delivery.ts';
import type { Channel } from '#platform/channel.ts';
import { systemClock, type Clock } from '#platform/clock.ts';
import { readFreeSpace, type FreeSpace } from '#platform/disk-space.ts';
import { listenAlone, type Listen } from '#platform/listen.ts';
import { createLog, type Log } from '#platform/log.ts';
import { systemRandom, type Random } from '#platform/random.ts';

/** The outside world, passed in so that tests decide about it. */
export interface Adapters {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly trace: Trace;
  readonly mailLimits: MailLimits;
  readonly requestRates: RequestRates;
  readonly passwordCost: PasswordCost;
  /** How often the database is asked what is to be told to owners and operators, and whose mail nobody here gets. */
  readonly lookEveryMs: number;
  /** For the domains of a first start. */
  readonly makeSigningKey: MakeSigningKey;
  readonly freeSpace: FreeSpace;
  /** How the process takes its ports of mail; those of the web side are always of one queue. */
  readonly listen: Listen;
  /** What delivery to mail hosts found in DNS may connect to. */
  readonly mailHosts: MailHosts;
  /** Where the services answer that people move in from, and how often they may be asked. */
  readonly services: Omit<OtherServices, 'fetch'>;
  /** The built web app; null when something else serves it. */
  readonly webFolder: string | null;
  /** The primary of which this process is a worker; null: it is the only one of its program. */
  readonly coordinator: Channel | null;
  /** The embedded database, where a primary runs it for its workers; null: this process opens what its config says. */
  readonly embeddedUrl: string | null;
  /** The primary's, so that a TLS session is resumed at whichever worker (48 octets); null: this process makes its own. */
  readonly ticketKeys: Buffer | null;
}

export const systemAdapters: Adapters = {
  clock: systemClock,
  random: systemRandom,
  log: createLog((line) => process.stderr.write(line), systemClock.now),
  trace: ignorePoints,
  mailLimits,
  requestRates,
  passwordCost,
  lookEveryMs: 5_000,
  makeSigningKey,
  freeSpace: readFreeSpace,
  listen: listenAlone,
  mailHosts: { port: 25, allowAddress: isForeignPublicAddress },
  services: serviceWays,
  webFolder: join(import.meta.dirname, '../../dist/web'),
  coordinator: null,
  embeddedUrl: null,
  ticketKeys: null,
};
