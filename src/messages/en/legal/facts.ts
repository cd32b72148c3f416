import type { ReactNode } from 'react';

/** What the legal pages state about an installation. */
export interface StatedFacts {
  readonly launched: string;
  readonly operatorName: string;
  readonly operatorCountry: string;
  readonly law: string;
  readonly authority: string;
  readonly reportNext: string;
  /** Who else carries the mail; null for nobody. */
  readonly forwarder: string | null;
  /** What somebody else keeps of the mail; empty where nobody else carries it. */
  readonly forwarderLogs: string;
  readonly hostedDatabase: boolean;
  readonly minimumAge: number;
  readonly liabilityCap: string;
  readonly rightsDays: number;
  readonly setupSeconds: number;
  readonly queuedMailDays: number;
  readonly unconfirmedAccountDays: number;
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
  readonly gdprRetention: { readonly accountAfterDeletion: number; readonly technicalLogs: number };
  readonly reportRetention: {
    readonly deletedAliases: number;
    readonly accountAfterClosure: number;
    readonly securityLogs: number;
  };
  readonly requestsPeriod: string;
}

/** Draws words that lead to another page. */
export type PageLink = (path: string, words: string) => ReactNode;

/** A heading and what stands beneath it, in this order. */
export interface LegalSection {
  readonly title?: string;
  readonly paragraphs?: readonly ReactNode[];
  /** Texts, some with words before them that stand out. */
  readonly list?: readonly (string | readonly [lead: string, text: string])[];
  readonly after?: readonly ReactNode[];
}

/** Facts in words, and what the legal pages have in common. */
export const legalMessages = {
  updated: '23 November 2026',
  launched: 'January 2025',
  requestsPeriod: '2025 to date',
  reportNext: 'August 2026',
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
