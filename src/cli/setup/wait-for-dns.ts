import { setTimeout as pause } from 'node:timers/promises';
import { checkDomain } from '#cli/doctor/check-domain.ts';
import { checkHostname } from '#cli/doctor/check-hostname.ts';
import type { DoctorContext, Finding } from '#cli/doctor/doctor-context.ts';
import type { MailDomain } from '#core/domains/domain-directory.ts';

async function look(context: DoctorContext, domains: readonly MailDomain[]): Promise<readonly Finding[]> {
  const checks = [checkHostname(context), ...domains.map((domain) => checkDomain(context, domain))];
  return (await Promise.all(checks)).flat();
}

export interface DnsWait {
  readonly domains: readonly MailDomain[];
  /** Anew for each round: what one remembers would hide what is new. */
  readonly open: () => DoctorContext;
  readonly everyMs: number;
  readonly print: (line: string) => void;
}

/** Looks at DNS until it shows all that the domains need, and tells each finding when it turns good. */
export async function waitForDns({ domains, open, everyMs, print }: DnsWait): Promise<void> {
  const told = new Set<string>();
  const tell = (mark: string, { text }: Finding): void => {
    if (!told.has(text)) print(`  ${mark}  ${text}`);
    told.add(text);
  };
  for (;;) {
    const findings = await look(open(), domains);
    const [good, waiting] = [true, false].map((isGood) => findings.filter(({ state }) => (state === 'ok') === isGood));
    good?.forEach((finding) => tell('ok     ', finding));
    if (waiting === undefined || waiting.length === 0) break;
    waiting.forEach((finding) => tell('waits  ', finding));
    await pause(everyMs);
  }
  print('DNS shows all that is needed.');
}
