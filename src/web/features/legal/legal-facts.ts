import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/site.ts';
import { legalMessages } from '#messages/legal/facts.ts';
import { fixedFacts } from '#contract/retention/retention.ts';
import { configQuery } from '#web/lib/get-config.ts';

/** Which forwarder handles mail besides this service; null for none. */
const forwarders: Record<PublicConfig['provider'], string | null> = {
  builtin: null,
  improvmx: 'ImprovMX',
};

type OperatorFacts = Omit<PublicConfig['legal'], 'database'>;

interface SiteFacts extends OperatorFacts {
  /** null: not known, as the server did not answer. */
  readonly privacyEmail: string | null;
  /** Forwarding runs through somebody else. */
  readonly forwarder: string | null;
  /** A provider hosts the database. */
  readonly hostedDatabase: boolean;
}

/** What holds unless the configuration says otherwise. */
const defaultSite: SiteFacts = {
  operatorName: 'Kauke',
  operatorCountry: null,
  launched: null,
  reportNext: null,
  governmentRequests: null,
  incidents: null,
  privacyEmail: null,
  forwarder: legalMessages.someForwarder,
  hostedDatabase: true,
  sendsReports: { dmarc: true, tls: true },
};

function readSite({ legal: { database, ...facts }, privacyEmail, provider }: PublicConfig): SiteFacts {
  return { ...facts, privacyEmail, forwarder: forwarders[provider], hostedDatabase: database === 'external' };
}

const homeCountry = 'Lithuania';

function wordsOf(month: string | null): string | null {
  return month === null ? null : legalMessages.month(month);
}

function lawOf(country: string | null) {
  if (country === null) return { law: null, authority: null };
  return country === homeCountry
    ? { law: legalMessages.homeLaw, authority: legalMessages.homeAuthority }
    : { law: legalMessages.lawOf(country), authority: legalMessages.authorityOf(country) };
}

function combine(site: SiteFacts) {
  const { forwarder, launched, reportNext, operatorCountry } = site;
  return {
    ...fixedFacts,
    ...site,
    launched: wordsOf(launched),
    reportNext: wordsOf(reportNext),
    ...lawOf(operatorCountry),
    forwarderLogs: forwarder === null ? '' : legalMessages.forwarderLogs(forwarder),
  };
}

export type LegalFacts = ReturnType<typeof combine>;

/** The facts for this installation; null while they are being asked for. */
export function useLegalFacts(): LegalFacts | null {
  const { data, isPending } = useQuery(configQuery);
  return isPending ? null : combine(data ? readSite(data) : defaultSite);
}
