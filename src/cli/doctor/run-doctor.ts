import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import { checkAtProvider } from '#cli/doctor/check-at-provider.ts';
import { checkCertificates } from '#cli/doctor/check-certificates.ts';
import { checkDomain } from '#cli/doctor/check-domain.ts';
import { checkHostname, checkResolver } from '#cli/doctor/check-hostname.ts';
import { checkListeners } from '#cli/doctor/check-listeners.ts';
import {
  checkBackups,
  checkClock,
  checkDisk,
  checkOperatorLog,
  checkSpool,
  checkUser,
} from '#cli/doctor/check-machine.ts';
import { checkListings, checkSendFrom } from '#cli/doctor/check-send-from.ts';
import { checkOutbound, checkRoutes, checkSpamDefence } from '#cli/doctor/check-outbound.ts';
import { type DoctorContext, fault, ok, type Finding } from '#cli/doctor/doctor-context.ts';
import { StartError } from '#config/start-error.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { readFreeSpace } from '#platform/disk-space.ts';

interface Section {
  readonly title: string;
  readonly findings: readonly Finding[];
}

/** What only the database knows; a database that cannot be reached is a finding too. */
async function checkDatabase(
  command: DomainCommandContext,
  context: DoctorContext,
): Promise<{ readonly findings: readonly Finding[]; readonly domains: readonly MailDomain[] }> {
  try {
    return await withDomains(command, async (core, config) => {
      const { database } = core;
      const domains = await readDomains(core, config);
      const state = [await checkClock(context, database), await checkSpool(database)];
      const names = domains.map(({ name }) => name);
      const certificates = await checkCertificates(context, database, names);
      const findings = [...state, ...(await checkListings(database)), await checkOperatorLog(core), ...certificates];
      return { findings: [ok('The database answers and is up to date'), ...findings], domains };
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { findings: [fault('The database cannot be used', error.message)], domains: [] };
  }
}

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

function render({ title, findings }: Section): string {
  return [
    title,
    ...findings.flatMap(({ state, text, todo }) => [
      `  ${marks[state]}  ${text}`,
      ...(todo === null ? [] : todo.split('\n').map((line) => `           ${line}`)),
    ]),
  ].join('\n');
}

/**
 * `doctor`: looks at everything an installation needs to send and receive mail, and prints what to do. Resolves to the
 * number of faults; warnings do not count.
 */
export async function runDoctor(
  command: DomainCommandContext,
  context: DoctorContext,
  print: (line: string) => void,
): Promise<number> {
  const { findings: database, domains } = await checkDatabase(command, context);
  const [disk, user, backups, listeners, hostname, sendFrom, resolver, outbound, routes] = await Promise.all([
    checkDisk(context, readFreeSpace),
    checkUser(context),
    checkBackups(context),
    checkListeners(context),
    checkHostname(context),
    checkSendFrom(context),
    checkResolver(context),
    checkOutbound(context),
    checkRoutes(context),
  ]);
  const sections: Section[] = [
    { title: 'This machine', findings: [...database, disk, ...user, ...backups, ...listeners] },
    { title: 'Its name', findings: [resolver, ...hostname, ...sendFrom] },
    { title: 'Way out and spam', findings: [outbound, ...routes, checkSpamDefence(context)] },
  ];
  for (const domain of domains) {
    const { improvmx } = context.config;
    const findings =
      improvmx === null
        ? await checkDomain(context, domain)
        : await checkAtProvider(improvmx, context.clock, domain.name);
    sections.push({ title: domain.name, findings });
  }
  print(sections.map(render).join('\n\n'));
  const count = (state: Finding['state']): number =>
    sections.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
  print(`\n${count('fault')} faults, ${count('warning')} warnings`);
  return count('fault');
}
