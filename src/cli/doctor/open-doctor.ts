import { getServers } from 'node:dns';
import { parseArgs } from 'node:util';
import { type DoctorContext, patienceMs } from '#cli/doctor/doctor-context.ts';
import type { DoctorOptions } from '#cli/doctor/run-doctor.ts';
import type { Config } from '#config/config.ts';
import { StartError } from '#config/start-error.ts';
import { values as settings } from '#config/variable-values.ts';
import type { Adapters } from '#main/adapters.ts';
import { createResolver } from '#protocol/dns/create-resolver.ts';
import { createPlainDialer } from '#protocol/net/dialer.ts';
import { isForeignPublicAddress } from '#protocol/net/public-address.ts';
import { createGuardedFetch } from '#protocol/net/guarded-fetch.ts';

const smtpPort = 25;
/** Whoever answers by himself does so within a minute. */
const echoMs = 2 * 60_000;
/** Whom the certificates of most servers come from, and who has the right time. */
const clockOfNobodyElse = 'https://acme-v02.api.letsencrypt.org/directory';

/** The doctor of an installation, who asks as the program itself does. What DNS said before is forgotten. */
export function openDoctor(config: Config, adapters: Pick<Adapters, 'clock' | 'random'>): DoctorContext {
  const resolverOf = (servers: readonly string[]) => createResolver({ servers, timeoutMs: patienceMs, ...adapters });
  const resolver = resolverOf(config.dnsServers);
  const names = config.dnsServers.length > 0 ? config.dnsServers : getServers();
  return {
    config,
    clock: adapters.clock,
    resolver,
    nameServers: names.map((name) => ({ name, resolver: resolverOf([name]) })),
    dial: createPlainDialer(patienceMs),
    // The operator's own names: they may well lead to private addresses, as behind NAT.
    fetch: createGuardedFetch({ resolver, allowAddress: () => true, allowInsecure: true, authorities: null }),
    authorities: null,
    mailPort: smtpPort,
    clockUrl: new URL(config.acme?.directory ?? clockOfNobodyElse),
  };
}

const options = { json: { type: 'boolean' }, echo: { type: 'string' } } as const;

/** `doctor [--json] [--echo ADDRESS]`. @throws StartError */
export function readDoctorOptions(words: readonly string[]): DoctorOptions {
  const read = () => {
    try {
      return parseArgs({ args: [...words], options }).values;
    } catch {
      throw new StartError(`"${words.join(' ')}": takes --json and --echo ADDRESS.`);
    }
  };
  const { json = false, echo } = read();
  if (echo === undefined) return { json, echo: null };
  const { data: address } = settings.mailbox.safeParse(echo);
  if (address === undefined) throw new StartError(`--echo "${echo}": takes an email address.`);
  return {
    json,
    echo: { address, mailHosts: { port: smtpPort, allowAddress: isForeignPublicAddress }, waitMs: echoMs },
  };
}
