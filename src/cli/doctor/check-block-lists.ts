import { type DoctorContext, fault, named, type NamedFinding, ok, warning } from '#cli/doctor/doctor-context.ts';
import { findSenders } from '#main/health/find-senders.ts';
import { askBlockList } from '#mail/judge/block-lists.ts';

async function checkOne(context: DoctorContext, zone: string, addresses: readonly string[]): Promise<NamedFinding[]> {
  const answers = await Promise.all(addresses.map((address) => askBlockList(context, zone, address)));
  const listed = addresses.filter((_, index) => answers[index] === 'listed');
  if (listed.length > 0) {
    return listed.map((address) =>
      named(
        'block-list',
        fault(
          `${zone} lists ${address}, from which mail leaves`,
          `Many servers refuse its mail. Find out why, mend it, and ask ${zone} to take it off.`,
        ),
        `${zone} ${address}`,
      ),
    );
  }
  if (answers.includes('closed')) {
    const todo = `It answers no large public resolvers: set DNS_SERVERS to a resolver of your own, else it lets all mail pass.`;
    return [named('block-list', warning(`${zone} does not answer the DNS servers that are asked here`, todo), zone)];
  }
  if (answers.includes('trouble')) {
    const todo = 'If it stays so, take it out of DNSBL_ZONES: it is asked about each sender.';
    return [named('block-list', warning(`${zone} does not answer`, todo), zone)];
  }
  return [named('block-list', ok(`${zone} lists no address of ours`), zone)];
}

/** Whether the lists of DNSBL_ZONES name an address that mail of ours comes from. */
export async function checkBlockLists(context: DoctorContext): Promise<NamedFinding[]> {
  const { delivery, dnsblZones } = context.config;
  if (delivery !== 'mx') return [];
  const addresses = (await findSenders(context.resolver, context.config)).map(({ address }) => address);
  if (addresses.length === 0) return [];
  return (await Promise.all(dnsblZones.map((zone) => checkOne(context, zone, addresses)))).flat();
}
