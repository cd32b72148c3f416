import { type DoctorContext, fault, named, type NamedFinding, ok, warning } from '#cli/doctor/doctor-context.ts';

const setting = 'DNS_SERVERS, or mend /etc/resolv.conf';

/**
 * Asks each DNS server that the program asks. One that is silent makes look-ups slow; and whom our questions go to
 * matters: block lists refuse large public resolvers.
 */
export async function checkNameServers({ nameServers, config }: DoctorContext): Promise<NamedFinding[]> {
  const question = config.mailDomains[0] ?? config.mailHostname;
  const kinds = await Promise.all(nameServers.map(async ({ resolver }) => (await resolver.mx(question)).kind));
  const answers = new Set(kinds.filter((kind) => kind !== 'trouble'));
  if (answers.size === 0) {
    return [named('dns', fault('DNS does not answer', `Set ${setting}. Mail is deferred meanwhile.`))];
  }
  const silent = nameServers.filter((_, index) => kinds[index] === 'trouble');
  const disagree = warning(
    `DNS servers tell different things about ${question}`,
    `Let only those stand in ${setting} that know the internet.`,
  );
  return [
    named('dns', answers.size > 1 ? disagree : ok('DNS answers')),
    ...silent.map(({ name }) =>
      named(
        'dns-server',
        warning(`The DNS server ${name} does not answer`, `Look-ups wait for it: take it out of ${setting}.`),
        name,
      ),
    ),
  ];
}
