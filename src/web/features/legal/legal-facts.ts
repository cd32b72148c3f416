import { useQuery } from '@tanstack/react-query';
import type { PublicConfig } from '#contract/site.ts';
import { limits } from '#contract/limits.ts';
import { heldLimits } from '#contract/held/held-limits.ts';
import { legalMessages } from '#messages/legal/facts.ts';
import { configQuery } from '#web/lib/get-config.ts';

/** What the legal pages state. Here and nowhere else. */
const fixedFacts = {
  launched: legalMessages.launched,
  minimumAge: 13,
  liabilityCap: '$0',
  /** Requests to exercise a right are answered within so many days. */
  rightsDays: 30,
  setupSeconds: 30,
  queuedMailDays: limits.queuedMailDays,
  unconfirmedAccountDays: limits.unconfirmedAccountDays,
  leavingDays: limits.leavingDays,
  binDays: limits.binDaysMax,
  holdDays: heldLimits.holdDaysMax,
  unusedNameDays: limits.unusedNameDays,
  backupDays: limits.backupDays,
  /** As the GDPR page states it, in days. */
  gdprRetention: { accountAfterDeletion: 30, technicalLogs: 90 },
  /** As the transparency report states it, in days. */
  reportRetention: { deletedAliases: 30, accountAfterClosure: 90, securityLogs: 30 },
  requestsPeriod: legalMessages.requestsPeriod,
  governmentRequests: { received: 0, accountsAffected: 0, compliedWith: 0 },
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
  reportNext: legalMessages.reportNext,
  forwarder: legalMessages.someForwarder,
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

const homeCountry = 'Lithuania';

function combine(site: SiteFacts) {
  const { operatorCountry: country, forwarder } = site;
  const isHome = country === homeCountry;
  return {
    ...fixedFacts,
    ...site,
    law: isHome ? legalMessages.homeLaw : legalMessages.lawOf(country),
    authority: isHome ? legalMessages.homeAuthority : legalMessages.authorityOf(country),
    forwarderLogs: forwarder === null ? '' : legalMessages.forwarderLogs(forwarder),
  };
}

export type LegalFacts = ReturnType<typeof combine>;

/** The facts for this installation; null while they are being asked for. */
export function useLegalFacts(): LegalFacts | null {
  const { data, isPending } = useQuery(configQuery);
  return isPending ? null : combine(data ? readSite(data) : defaultSite);
}
