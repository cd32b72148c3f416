import { isIPv6 } from 'node:net';
import type { Config, SendAddress } from '#config/config.ts';
import type { Resolver } from '#protocol/dns/resolver.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';

/** The addresses of its family that a host name leads to. */
export async function addressesOfName(
  resolver: Resolver,
  { address, hostname }: SendAddress,
): Promise<readonly string[]> {
  const answer = await (isIPv6(address) ? resolver.aaaa(hostname) : resolver.a(hostname));
  return answer.kind === 'found' ? answer.records : [];
}

/** What others see of an address that mail leaves from: behind NAT, where its name leads to. */
export async function findSeenAddresses(resolver: Resolver, one: SendAddress): Promise<readonly string[]> {
  return isPublicAddress(one.address) ? [one.address] : addressesOfName(resolver, one);
}

/** An address that mail of ours is seen to come from, with the name it gives in EHLO. */
interface Sender {
  readonly address: string;
  readonly helo: string;
}

export async function findSenders(
  resolver: Resolver,
  { mailHostname: helo, sendFrom }: Pick<Config, 'mailHostname' | 'sendFrom'>,
): Promise<Sender[]> {
  if (sendFrom.length === 0) {
    const answer = await resolver.addresses(helo);
    return answer.kind === 'found' ? answer.records.map((address) => ({ address, helo })) : [];
  }
  const senders = sendFrom.map(async (one) =>
    (await findSeenAddresses(resolver, one)).map((address) => ({ address, helo: one.hostname })),
  );
  return (await Promise.all(senders)).flat();
}
