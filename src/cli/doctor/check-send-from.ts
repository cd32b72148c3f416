import { isIPv6 } from 'node:net';
import {
  type DoctorContext,
  fault,
  named,
  type NamedFinding,
  ok,
  warning,
  type Finding,
} from '#cli/doctor/doctor-context.ts';
import { hostLine } from '#cli/render-dns-records.ts';
import type { SendAddress } from '#config/config.ts';
import type { Database } from '#database/database.ts';
import { addressesOfName, findSeenAddresses } from '#main/health/find-senders.ts';
import { hasOwnName, isOwnAddress, isSameAddress } from '#protocol/net/own-address.ts';
import { isPublicAddress } from '#protocol/net/public-address.ts';

async function checkName(context: DoctorContext, { hostname }: SendAddress, seen: string): Promise<Finding> {
  const { resolver } = context;
  const names = await resolver.ptr(seen);
  const found = names.kind === 'found' ? names.records : [];
  const todo = `Ask whoever gave you the address to let it name ${hostname}.${isIPv6(seen) ? ' Until it has such a name, no mail leaves from it.' : ''}`;
  if (found.length === 0) return fault(`PTR of ${seen} is missing`, todo);
  if ((await hasOwnName(resolver, seen)) !== true) {
    return fault(`PTR of ${seen} names ${found.join(', ')}, which does not lead back to it`, todo);
  }
  return found.includes(hostname)
    ? ok(`PTR of ${seen} names ${hostname}`)
    : warning(`PTR of ${seen} names ${found.join(', ')}, but it calls itself ${hostname}`, todo);
}

async function checkOne(context: DoctorContext, one: SendAddress): Promise<Finding[]> {
  const { address, hostname } = one;
  const isOurs = (await isOwnAddress(address))
    ? ok(`Mail can leave from ${address}`)
    : fault(`${address} is no address of this machine`, 'Give it to this machine, or take it out of SEND_FROM.');
  const named = await addressesOfName(context.resolver, one);
  const isPublic = isPublicAddress(address);
  const leads = isPublic ? named.some((record) => isSameAddress(record, address)) : named.length > 0;
  const seen = await findSeenAddresses(context.resolver, one);
  return [
    isOurs,
    leads
      ? ok(`${hostname} is ${named.join(', ')}`)
      : fault(
          `${hostname} does not lead to ${address}`,
          isPublic
            ? `Publish: ${hostLine(one)}`
            : `Publish the address that others see of ${address} under ${hostname}.`,
        ),
    ...(await Promise.all(seen.map((each) => checkName(context, one, each)))),
  ];
}

/** Each address that mail leaves from: whether it is this machine's, and has a name that leads there and back. */
export async function checkSendFrom(context: DoctorContext): Promise<NamedFinding[]> {
  const findings = await Promise.all(context.config.sendFrom.map((one) => checkOne(context, one)));
  return findings.flatMap((found, place) =>
    found.map((finding, index) => named('send-from', finding, `${place + 1}.${index + 1}`)),
  );
}

/** What the running programs found out about their addresses, of all nodes. */
export async function checkListings({ db }: Database): Promise<NamedFinding[]> {
  const listed = await db
    .selectFrom('sendAddresses')
    .select(['address', 'listedAt'])
    .where('listedAt', 'is not', null)
    .orderBy('address')
    .execute();
  return listed.map(({ address, listedAt }) =>
    named(
      'listings',
      warning(
        `A block list of DNSBL_ZONES names ${address}, from which mail leaves (${listedAt?.toISOString().slice(0, 10)})`,
        'Find out why, and ask the list to take it off. Other addresses of SEND_FROM serve meanwhile, if there are any.',
      ),
      address,
    ),
  );
}
