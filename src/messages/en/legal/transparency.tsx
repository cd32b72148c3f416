import type { ReactNode } from 'react';
import type { LegalSection, StatedFacts } from '#messages/legal/facts.ts';

export const transparencyMessages = {
  title: 'Transparency Report',
  intro: 'What we hold, who asked for it, and what they got.',
  requests: 'Government Requests',
  requestsText: (period: string) => `For user data, ${period}.`,
  received: 'Requests',
  accountsAffected: 'Accounts affected',
  compliedWith: 'Complied with',
  incidents: 'Security Incidents',
  incidentsText: 'Service disruptions: only standard maintenance windows.',
  breaches: 'Data breaches',
  unauthorizedAccess: 'Unauthorized access incidents',
};

/** Stands first. */
export function transparencySummary(facts: StatedFacts): LegalSection {
  return {
    title: 'Executive Summary',
    paragraphs: [
      `Since ${facts.launched} we have received no government request for user data, and have had no data breach. We ` +
        'keep no email activity logs, so there is little that anybody could ask us for. The next report is scheduled ' +
        `for ${facts.reportNext}.`,
    ],
  };
}

export function transparencySections(facts: StatedFacts): LegalSection[] {
  const { deletedAliases, accountAfterClosure, securityLogs } = facts.reportRetention;
  return [
    {
      title: 'Data We Collect',
      list: [
        'Account information: email, wallet address, or an identifier from Google. No OAuth tokens.',
        'The aliases you create, and the addresses they forward to, encrypted.',
        'Usage statistics: the number of aliases and their creation dates, and daily counts of events by name.',
        'Technical and security logs, without addresses and without content.',
      ],
    },
    {
      title: 'Data Retention',
      list: [
        `Deleted aliases are permanently removed within ${deletedAliases} days: their owner may restore them for ` +
          `${facts.binDays} days, or for fewer if they so choose.`,
        `Account data is deleted within ${accountAfterClosure} days of account closure: in fact after ` +
          `${facts.leavingDays} days, for which its owner may take that back.`,
        `Security logs are kept ${securityLogs} days.`,
        'Of an address that carried mail, a keyed hash stays, so that nobody else gets its mail; of one that never did ' +
          `it is erased after ${facts.unusedNameDays} days.`,
      ],
    },
    {
      title: 'Third-Party Services',
      list: [
        facts.forwarder === null
          ? 'Forwarding: none. Mail is received, signed and delivered by this service itself.'
          : `Forwarding runs through ${facts.forwarder}. ${facts.forwarderLogs}`,
        facts.hostedDatabase
          ? 'Database: hosted by a third-party provider, with encryption at rest.'
          : 'Database: none. It runs with this service itself.',
        'Google, only if you choose to sign in with it.',
      ],
    },
    {
      title: 'Built in Lithuania',
      paragraphs: [
        `Kauke is made in Lithuania. This service is operated in ${facts.operatorCountry} under ${facts.law} and the ` +
          'General Data Protection Regulation.',
      ],
    },
  ];
}

/** Stands last. */
export function transparencyContact(contact: ReactNode): LegalSection {
  return {
    title: 'Contact',
    paragraphs: [<>Questions about privacy and transparency go to {contact}.</>],
  };
}
