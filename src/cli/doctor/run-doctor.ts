import { readDomains, withDomains, type DomainCommandContext } from '#cli/database.ts';
import { checkAlarms } from '#cli/doctor/check-alarms.ts';
import { checkAtProvider } from '#cli/doctor/check-at-provider.ts';
import { checkBlockLists } from '#cli/doctor/check-block-lists.ts';
import { checkCertificates } from '#cli/doctor/check-certificates.ts';
import { checkNameServers } from '#cli/doctor/check-dns-servers.ts';
import { checkDomain } from '#cli/doctor/check-domain.ts';
import { checkOutsideClock, checkPublicUrl, checkToldPorts } from '#cli/doctor/check-from-outside.ts';
import type { EchoOptions } from '#cli/doctor/check-echo.ts';
import { checkHostname } from '#cli/doctor/check-hostname.ts';
import { checkDane, checkListeners } from '#cli/doctor/check-listeners.ts';
import {
  checkBackups,
  checkClock,
  checkDisk,
  checkOperatorLog,
  checkSpool,
  checkUser,
} from '#cli/doctor/check-machine.ts';
import { checkStsPolicy } from '#cli/doctor/check-mta-sts.ts';
import { checkAliasNames } from '#cli/doctor/check-alias-names.ts';
import { checkListings, checkSendFrom } from '#cli/doctor/check-send-from.ts';
import { checkOutbound, checkRoutes, checkSpamDefence } from '#cli/doctor/check-outbound.ts';
import { type DoctorContext, fault, named, type NamedFinding, ok } from '#cli/doctor/doctor-context.ts';
import { countFindings, renderJson, renderReport, type Section } from '#cli/doctor/doctor-report.ts';
import { StartError } from '#config/start-error.ts';
import type { CoreContext } from '#core/core-context.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';
import { hasTrustedCertificate } from '#core/domains/domain-records.ts';
import { readMailHosts } from '#core/watch/watch-state.ts';
import { readFreeSpace } from '#platform/disk-space.ts';

interface CheckedDomain extends Section {
  readonly isEnforced: boolean;
}

async function checkOneDomain(
  context: DoctorContext,
  domain: MailDomain,
  hosts: readonly string[],
): Promise<CheckedDomain> {
  const { improvmx } = context.config;
  const { name: title } = domain;
  if (improvmx !== null) {
    const found = await checkAtProvider(improvmx, context.clock, title);
    const findings = found.map((finding, index) => named('provider', finding, `${title} ${index + 1}`));
    return { title, findings, isEnforced: false };
  }
  const [records, policy] = await Promise.all([checkDomain(context, domain, hosts), checkStsPolicy(context, title)]);
  return { title, findings: [...records, ...policy.findings], isEnforced: policy.isEnforced };
}

/** What all nodes share: the database, and what DNS and the web say of each domain. */
export interface ServiceFindings {
  readonly database: readonly NamedFinding[];
  readonly domains: readonly Section[];
  /** MTA-STS asks other servers to accept no certificate of ours but a good one. */
  readonly isEnforced: boolean;
}

/** Looks at what all nodes share. @throws Error when the database does not answer */
export async function examineService(core: CoreContext, context: DoctorContext): Promise<ServiceFindings> {
  const { database } = core;
  const domains = await readDomains(core, context.config);
  const hosts = await readMailHosts(database, context.clock.now());
  const names = domains.map(({ name }) => name);
  const checked: CheckedDomain[] = [];
  // One after the other: a DNS server that is asked about a hundred at once may leave some out.
  for (const domain of domains) checked.push(await checkOneDomain(context, domain, hosts));
  return {
    domains: checked.map(({ title, findings }) => ({ title, findings })),
    isEnforced: checked.some(({ isEnforced }) => isEnforced),
    database: [
      named('database', ok('The database answers and is up to date')),
      named('database-clock', await checkClock(context, database)),
      named('queue', await checkSpool(database)),
      ...(await checkListings(database)),
      named('operator-log', await checkOperatorLog(core)),
      ...(await checkCertificates(context, database, names)),
    ],
  };
}

/** A database that cannot be reached is a finding, too. */
async function reachService(
  command: DomainCommandContext,
  context: DoctorContext,
  echo: EchoOptions | null,
): Promise<ServiceFindings> {
  try {
    return await withDomains(command, async (core, config) => {
      const examined = await examineService(core, context);
      // For whoever looks, not for the watch of a running program: it names aliases.
      const names = named('alias-names', await checkAliasNames(core.database));
      const service = { ...examined, database: [...examined.database, names] };
      const [signer] = await readDomains(core, config);
      if (echo === null || signer === undefined) return service;
      // With all that sends mail, which the watch of a running program does not need.
      const { checkEcho } = await import('#cli/doctor/check-echo.ts');
      return { ...service, database: [...service.database, await checkEcho(core, context, signer, echo)] };
    });
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const database = [named('database', fault('The database cannot be used', error.message))];
    return { database, domains: [], isEnforced: hasTrustedCertificate(context.config) };
  }
}

async function checkMachine(context: DoctorContext, isEnforced: boolean): Promise<NamedFinding[]> {
  const [disk, user, backups, listeners] = await Promise.all([
    checkDisk(context, readFreeSpace),
    checkUser(context),
    checkBackups(context),
    checkListeners(context, isEnforced),
  ]);
  return [
    named('disk', disk),
    ...user.map((finding) => named('user', finding)),
    ...backups.map((finding) => named('backup', finding)),
    ...listeners,
  ];
}

/** Its name and ports as others see them. */
async function checkOutside(context: DoctorContext): Promise<NamedFinding[]> {
  const findings = await Promise.all([
    checkNameServers(context),
    checkHostname(context),
    checkToldPorts(context),
    checkPublicUrl(context),
    checkDane(context),
    checkSendFrom(context),
  ]);
  return findings.flat();
}

async function checkWayOut(context: DoctorContext): Promise<NamedFinding[]> {
  const isPreview = context.config.delivery === 'preview';
  const [alarms, outbound, routes, lists, clock] = await Promise.all([
    checkAlarms(context),
    checkOutbound(context),
    checkRoutes(context),
    checkBlockLists(context),
    // In preview nothing leaves this machine.
    isPreview ? [] : checkOutsideClock(context).then((finding) => [finding]),
  ]);
  const spam = named('spam-defence', checkSpamDefence(context));
  return [named('outbound', outbound), ...routes, spam, ...lists, ...clock, ...alarms];
}

/** What each node has for itself: its machine, its name, its way out. */
export async function examineNode(context: DoctorContext, isEnforced: boolean): Promise<[Section, Section, Section]> {
  const [machine, outside, wayOut] = await Promise.all([
    checkMachine(context, isEnforced),
    checkOutside(context),
    checkWayOut(context),
  ]);
  return [
    { title: 'This machine', findings: machine },
    { title: 'Its name', findings: outside },
    { title: 'Way out and spam', findings: wayOut },
  ];
}

export interface DoctorOptions {
  /** JSON, for programs. */
  readonly json: boolean;
  /** Where a test mail goes; null: nowhere. */
  readonly echo: EchoOptions | null;
}

/** Looks at everything and prints it. Resolves to the number of faults; warnings do not count. */
export async function runDoctor(
  command: DomainCommandContext,
  context: DoctorContext,
  print: (text: string) => void,
  { json, echo }: DoctorOptions = { json: false, echo: null },
): Promise<number> {
  const { database, domains, isEnforced } = await reachService(command, context, echo);
  const [{ title, findings }, ...rest] = await examineNode(context, isEnforced);
  const sections = [{ title, findings: [...database, ...findings] }, ...rest, ...domains];
  print(json ? renderJson(sections, context.clock.now()) : renderReport(sections));
  return countFindings(sections, 'fault');
}
