import type { ReactNode } from 'react';

interface GovernmentRequests {
  /** The year they are counted from. */
  readonly since: number;
  readonly received: number;
  readonly accountsAffected: number;
  readonly compliedWith: number;
}

interface Incidents {
  readonly breaches: number;
  readonly unauthorizedAccess: number;
  /** Beyond maintenance. */
  readonly disruptions: number;
}

/** How long the program keeps what, in the unit of the name. */
export interface RetentionTimes {
  readonly leavingDays: number;
  readonly unconfirmedAccountDays: number;
  readonly binDays: number;
  readonly unusedNameDays: number;
  readonly undoDays: number;
  readonly moveDays: number;
  readonly queuedMailDays: number;
  readonly holdDays: number;
  readonly refusalWeeks: number;
  readonly fullInboxDays: number;
  readonly inboxRefusalDays: number;
  readonly traceHours: number;
  readonly countedDays: number;
  readonly contactMonths: number;
  readonly sessionIdleDays: number;
  readonly sessionDays: number;
  readonly securityEventDays: number;
  readonly resetLinkHours: number;
  readonly confirmationLinkDays: number;
  readonly offerDays: number;
  readonly challengeMinutes: number;
  readonly reportDays: number;
  readonly mailReportDays: number;
  readonly reportRowDays: number;
  readonly networkCountDays: number;
  readonly countDays: number;
  readonly backupDays: number;
}

/** Reports of mail in the name of a domain (DMARC), and of connections to its mail hosts (TLS). */
export interface SentReports {
  readonly dmarc: boolean;
  readonly tls: boolean;
}

/** What the legal pages state about an installation. */
export interface StatedFacts {
  readonly operatorName: string;
  /** What follows may be null: its operator does not say so, and no page does. */
  readonly launched: string | null;
  readonly operatorCountry: string | null;
  readonly law: string | null;
  readonly authority: string | null;
  /** null, too, once that month is over. */
  readonly reportNext: string | null;
  readonly governmentRequests: GovernmentRequests | null;
  readonly incidents: Incidents | null;
  /** Who else carries the mail; null for nobody. */
  readonly forwarder: string | null;
  /** What somebody else keeps of the mail; empty where nobody else carries it. */
  readonly forwarderLogs: string;
  readonly hostedDatabase: boolean;
  /** Which reports owners of other domains get who ask for them. */
  readonly sendsReports: SentReports;
  readonly minimumAge: number;
  readonly liabilityCap: string;
  readonly rightsDays: number;
  readonly setupSeconds: number;
  readonly queuedMailDays: number;
  /** A deleted account can be taken back for so long. */
  readonly leavingDays: number;
  /** A deleted alias lies in the bin for so long unless its owner chose fewer days. */
  readonly binDays: number;
  /** Mail that would be refused is held for its owner, who chose it, for so long at most. */
  readonly holdDays: number;
  /** A name that never carried mail stays blocked for so long. */
  readonly unusedNameDays: number;
  /** No backup is kept longer. */
  readonly backupDays: number;
  readonly retention: RetentionTimes;
}

/** Draws words that lead to another page. */
export type PageLink = (path: string, words: string) => ReactNode;

/** A heading and what stands beneath it, in this order. */
export interface LegalSection {
  readonly title?: string;
  readonly paragraphs?: readonly ReactNode[];
  /** Texts, some with words before them that stand out. */
  readonly list?: readonly (string | readonly [lead: string, text: string])[];
  /** Two columns under their heads. */
  readonly table?: { readonly heads: readonly [string, string]; readonly rows: readonly (readonly [string, string])[] };
  readonly after?: readonly ReactNode[];
}

/** Who runs this service, and where as far as that is stated. */
export function describeOperator({ operatorName, operatorCountry }: StatedFacts): string {
  return operatorCountry === null ? operatorName : `${operatorName} in ${operatorCountry}`;
}

/** Facts in words, and what the legal pages have in common. */
export const legalMessages = {
  /** tests/lint/legal-date.test.ts holds it to the texts. */
  updated: '28 November 2026',
  /** Year and month, as 2026-08. */
  month: (month: string) =>
    new Date(`${month}-01T00:00:00Z`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  someForwarder: 'a third-party forwarding provider',
  forwarderLogs: (forwarder: string) =>
    `${forwarder.charAt(0).toUpperCase()}${forwarder.slice(1)}, which carries the mail, keeps logs of its own with addresses and subjects.`,
  homeLaw: 'Lithuanian data protection law',
  homeAuthority: 'the State Data Protection Inspectorate of Lithuania (Valstybinė duomenų apsaugos inspekcija)',
  lawOf: (country: string) => `the data protection law of ${country}`,
  authorityOf: (country: string) => `the data protection authority of ${country}`,
  lastUpdated: (date: string) => `Last updated ${date}`,
  privacyContact: 'the operator, by the Feedback button on this page',
};
