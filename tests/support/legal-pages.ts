import { isValidElement } from 'react';
import { aboutMessages, aboutSections } from '#messages/legal/about.tsx';
import { legalMessages, type StatedFacts } from '#messages/legal/facts.ts';
import { gdprMessages, gdprSections } from '#messages/legal/gdpr.tsx';
import { privacyMessages, privacySections } from '#messages/legal/privacy.tsx';
import { termsMessages, termsSections } from '#messages/legal/terms.tsx';
import {
  transparencyContact,
  transparencyMessages,
  transparencySections,
  transparencySummary,
} from '#messages/legal/transparency.tsx';
import { fixedFacts } from '#contract/retention/retention.ts';

/** Of an installation that forwards itself, whose operator states nothing. */
export const bareFacts: StatedFacts = {
  ...fixedFacts,
  operatorName: 'Kauke',
  launched: null,
  operatorCountry: null,
  law: null,
  authority: null,
  reportNext: null,
  governmentRequests: null,
  incidents: null,
  forwarder: null,
  forwarderLogs: '',
  hostedDatabase: false,
  sendsReports: { dmarc: false, tls: false },
};

/** The same where somebody else forwards. */
export const elsewhereFacts: StatedFacts = {
  ...bareFacts,
  forwarder: 'ImprovMX',
  forwarderLogs: legalMessages.forwarderLogs('ImprovMX'),
};

/** The same where all is stated and done that an operator can state and do. */
export const fullFacts: StatedFacts = {
  ...bareFacts,
  launched: legalMessages.month('2026-02'),
  operatorCountry: 'Lithuania',
  law: legalMessages.homeLaw,
  authority: legalMessages.homeAuthority,
  reportNext: legalMessages.month('2027-08'),
  governmentRequests: { since: 2026, received: 2, accountsAffected: 3, compliedWith: 1 },
  incidents: { breaches: 0, unauthorizedAccess: 0, disruptions: 0 },
  hostedDatabase: true,
  sendsReports: { dmarc: true, tls: true },
};

/** What stands in a text, a section or what React draws, as one reads it. */
function wordsOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join('\n');
  if (isValidElement<{ readonly children?: unknown }>(value))
    return [value.props.children].flat().map(wordsOf).join('');
  if (typeof value !== 'object' || value === null) return '';
  return wordsOf(Object.values(value));
}

/** The words of the legal pages of an installation, by page. */
export function legalPages(facts: StatedFacts): Readonly<Record<string, string>> {
  const contact = 'the contact';
  const link = (_path: string, words: string): string => words;
  const pages = {
    about: [aboutMessages, aboutSections(facts, contact, link)],
    gdpr: [gdprMessages, gdprSections(facts, contact)],
    privacy: [privacyMessages, privacySections(facts, contact, link)],
    terms: [termsMessages, termsSections(facts, contact, link)],
    transparency: [
      transparencyMessages,
      transparencySummary(facts),
      transparencySections(facts),
      transparencyContact(contact),
      transparencyMessages.requestsText(2026),
      legalMessages.lawOf('Norway'),
      legalMessages.authorityOf('Norway'),
      legalMessages.someForwarder,
      legalMessages.privacyContact,
    ],
  };
  return Object.fromEntries(Object.entries(pages).map(([name, page]) => [name, wordsOf(page)]));
}
