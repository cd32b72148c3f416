import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/site.ts';
import { configQuery } from '#web/lib/get-config.ts';

/** What the legal pages state. Here and nowhere else. */
const fixedFacts = {
  updated: '21 November 2026',
  launched: 'January 2025',
  minimumAge: 13,
  liabilityCap: '$0',
  /** Requests to exercise a right are answered within so many days. */
  rightsDays: 30,
  setupSeconds: 30,
  /** As the GDPR page states it, in days. */
  gdprRetention: { accountAfterDeletion: 30, technicalLogs: 90 },
  /** As the transparency report states it, in days. */
  reportRetention: { deletedAliases: 30, accountAfterClosure: 90, securityLogs: 30 },
  governmentRequests: { period: '2025 to date', received: 0, accountsAffected: 0, compliedWith: 0 },
  incidents: { breaches: 0, unauthorizedAccess: 0 },
} as const;

/** Which forwarder handles mail besides this service; null for none. */
const forwarders: Record<PublicConfig['provider'], string | null> = {
  builtin: null,
  improvmx: 'ImprovMX',
};

interface SiteFacts {
  readonly operatorName: string;
  readonly operatorCountry: string;
  /** null: not known, as the server did not answer. */
  readonly privacyEmail: string | null;
  readonly reportNext: string;
  /** Forwarding runs through somebody else. */
  readonly forwarder: string | null;
  /** A provider hosts the database. */
  readonly hostedDatabase: boolean;
}

/** What holds unless the configuration says otherwise. */
const defaultSite: SiteFacts = {
  operatorName: 'Kauke',
  operatorCountry: 'Lithuania',
  privacyEmail: null,
  reportNext: 'August 2026',
  forwarder: 'a third-party forwarding provider',
  hostedDatabase: true,
};

function readSite({ legal, privacyEmail, provider }: PublicConfig): SiteFacts {
  return {
    operatorName: legal.operatorName,
    operatorCountry: legal.operatorCountry,
    privacyEmail,
    reportNext: legal.reportNext,
    forwarder: forwarders[provider],
    hostedDatabase: legal.database === 'external',
  };
}

/** What somebody else keeps of the mail though we do not; empty where nobody else carries it. */
function describeForwarderLogs({ forwarder }: SiteFacts): string {
  return forwarder === null
    ? ''
    : `${forwarder.charAt(0).toUpperCase()}${forwarder.slice(1)}, which carries the mail, keeps logs of its own with addresses and subjects.`;
}

const homeCountry = 'Lithuania';

/** Words that depend on the country. */
function describeCountry(country: string) {
  return country === homeCountry
    ? {
        law: 'Lithuanian data protection law',
        authority: 'the State Data Protection Inspectorate of Lithuania (Valstybinė duomenų apsaugos inspekcija)',
      }
    : { law: `the data protection law of ${country}`, authority: `the data protection authority of ${country}` };
}

function combine(site: SiteFacts) {
  return {
    ...fixedFacts,
    ...site,
    ...describeCountry(site.operatorCountry),
    forwarderLogs: describeForwarderLogs(site),
  };
}

export type LegalFacts = ReturnType<typeof combine>;

/** The facts for this installation; null while they are being asked for. */
export function useLegalFacts(): LegalFacts | null {
  const { data, isPending } = useQuery(configQuery);
  return isPending ? null : combine(data ? readSite(data) : defaultSite);
}
