import type { ReactNode } from 'react';
import type { LegalSection, StatedFacts } from '#messages/legal/facts.ts';

export const transparencyMessages = {
  title: 'Transparency Report',
  intro: 'What we hold, who asked for it, and what they got.',
  requests: 'Government Requests',
  requestsText: (since: number) => `For user data, ${since} to date.`,
  received: 'Requests',
  accountsAffected: 'Accounts affected',
  compliedWith: 'Complied with',
  incidents: 'Security Incidents',
  onlyMaintenance: 'Service disruptions: only standard maintenance windows.',
  disruptions: 'Service disruptions beyond maintenance',
  breaches: 'Data breaches',
  unauthorizedAccess: 'Unauthorized access incidents',
};

/** Stands first. */
export function transparencySummary(facts: StatedFacts): LegalSection {
  const { reportNext } = facts;
  const parts = [
    describeRecord(facts),
    'We keep no email activity logs, so there is little that anybody could ask us for.',
    reportNext === null ? '' : `The next report is scheduled for ${reportNext}.`,
  ];
  return { title: 'Executive Summary', paragraphs: [parts.filter((part) => part !== '').join(' ')] };
}

/** What was asked for and what went wrong, as far as the operator states it. */
function describeRecord({ launched, governmentRequests: requests, incidents }: StatedFacts): string {
  const said = [
    ...(requests === null
      ? []
      : [`have received ${describeCount(requests.received, 'government request')} for user data`]),
    ...(incidents === null ? [] : [`have had ${describeCount(incidents.breaches, 'data breach', 'data breaches')}`]),
  ];
  if (said.length === 0) return '';
  return `${launched === null ? 'We' : `Since ${launched} we`} ${said.join(', and ')}.`;
}

function describeCount(count: number, one: string, many = `${one}s`): string {
  return count === 0 ? `no ${one}` : `${count} ${count === 1 ? one : many}`;
}

export function transparencySections(facts: StatedFacts): LegalSection[] {
  return [
    {
      title: 'Data We Collect',
      list: [
        'Account information: email, wallet address, or an identifier from Google. No OAuth tokens.',
        'The aliases you create, and the addresses they forward to, encrypted.',
        'Usage statistics: the number of aliases and their creation dates, and daily counts of events by name.',
        ...(facts.sendsReports.dmarc
          ? [
              'Of servers that send mail in the name of domains whose owners ask for reports: their IP addresses, encrypted, until the report of the day is sent.',
            ]
          : []),
        'Technical and security logs, without addresses and without content.',
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
        ...(facts.sendsReports.dmarc
          ? [
              'Owners of domains who ask for it: a report each day of mail in their name, with the IP addresses of the servers that sent it.',
            ]
          : []),
        ...(facts.sendsReports.tls
          ? [
              'Owners of domains who ask for it: a report each day of how encrypted connections to their mail hosts went.',
            ]
          : []),
      ],
    },
    {
      title: 'Built in Lithuania',
      paragraphs: [
        facts.operatorCountry === null
          ? 'Kauke is made in Lithuania. This service keeps to the General Data Protection Regulation.'
          : `Kauke is made in Lithuania. This service is operated in ${facts.operatorCountry} under ${facts.law} and the ` +
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
