import type { ReactNode } from 'react';
import { describeOperator, type LegalSection, type StatedFacts } from '#messages/legal/facts.ts';
import { retentionSection } from '#messages/legal/retention.ts';

export const gdprMessages = {
  title: 'GDPR',
  intro: 'The General Data Protection Regulation, and what it means here.',
};

export function gdprSections(facts: StatedFacts, contact: ReactNode): LegalSection[] {
  return [
    {
      title: 'Our Commitment to GDPR',
      paragraphs: [
        `This service is run by ${describeOperator(facts)}${facts.law === null ? '' : ` under ${facts.law}`}. We hold as little ` +
          'personal data as forwarding allows, protect it, and make it easy to see, to take along and to delete.',
      ],
    },
    rights,
    describeBasis(facts),
    describeSecurity(facts),
    describeTransfers(facts),
    retentionSection(facts),
    cookies,
    {
      title: 'Exercising Your Rights',
      paragraphs: [
        <>
          Most of it you can do yourself: change your data in the settings, export it, delete aliases or the whole
          account. For the rest write to {contact}. We answer within {facts.rightsDays} days and may ask for proof that
          the account is yours.
        </>,
      ],
    },
    {
      title: 'Data Protection Officer',
      paragraphs: [
        'The law requires none of us, as we do not process personal data on a large scale in the sense of Article 37. ' +
          'A privacy team is designated and reads the contact below.',
      ],
    },
    {
      title: 'Supervisory Authority',
      paragraphs: [
        facts.authority === null
          ? 'You may complain to the data protection authority of the country you live or work in.'
          : `You may complain to ${facts.authority}, or to the authority of the country you live or work in.`,
      ],
    },
    { title: 'Updates', paragraphs: ['When this page changes, so does the date at its top.'] },
    {
      title: 'Contact',
      paragraphs: [
        <>
          {facts.operatorName}, {contact}
        </>,
      ],
    },
  ];
}

function describeTransfers({ sendsReports }: StatedFacts): LegalSection {
  return {
    title: 'International Data Transfers',
    paragraphs: [
      'Mail goes where you send it, and that may be outside the European Economic Area. Where we ourselves hand ' +
        'personal data to a country outside it, we rely on standard contractual clauses, on adequacy decisions of ' +
        'the European Commission, on other appropriate safeguards, or on your explicit consent.',
      ...(sendsReports.dmarc
        ? ['Reports of mail in the name of a domain go to the owner of that domain, wherever that is.']
        : []),
    ],
  };
}

const rights: LegalSection = {
  title: 'Your GDPR Rights',
  list: [
    ['Information.', 'To know what is done with your data. That is what this page is for.'],
    ['Access.', 'To see what we hold about you. The export in your settings has all of it.'],
    ['Rectification.', 'To have wrong data corrected.'],
    ['Erasure.', 'To have your data deleted.'],
    ['Restriction.', 'To have its use limited while a question is open. Pausing an alias stops its mail.'],
    ['Portability.', 'To take your data along, as JSON or CSV.'],
    ['Objection.', 'To object to a use that rests on our legitimate interest.'],
  ],
};

function describeBasis({ sendsReports }: StatedFacts): LegalSection {
  return {
    title: 'Data Processing Legal Basis',
    list: [
      ['Contract performance.', 'Account, aliases and forwarding: without them there is no service.'],
      ['Legitimate interest.', 'Counting how much the service is used, without counting who.'],
      ...(sendsReports.dmarc
        ? ([
            [
              'Legitimate interest of others.',
              'Telling owners of domains who ask for it which servers sent mail in their name, so that they can find forgers.',
            ],
          ] satisfies LegalSection['list'])
        : []),
      ['Consent.', 'Forwarding to an inbox begins when its owner agrees, and ends when they say so.'],
      ['Service security.', 'Limits against abuse, and keeping addresses that were in use from being taken over.'],
    ],
  };
}

function describeSecurity({ forwarder, hostedDatabase }: StatedFacts): LegalSection {
  return {
    title: 'Data Security Measures',
    list: [
      forwarder === null
        ? 'Emails, wallet addresses, Google identifiers, forwarding targets and waiting mail are encrypted with AES-256-GCM.'
        : 'Emails, wallet addresses, Google identifiers and forwarding targets in our database are encrypted with AES-256-GCM.',
      'Passwords are hashed with Argon2id. A second factor is available.',
      forwarder === null ? 'Connections use TLS. Mail is signed with DKIM.' : 'Connections to us use TLS.',
      'No OAuth tokens are kept, and no log of ours holds an address, a subject or a message.',
      hostedDatabase
        ? 'The database is hosted by a provider that encrypts it at rest.'
        : 'The database runs with the service itself, at no provider.',
    ],
  };
}

const cookies: LegalSection = {
  title: 'Cookie Policy',
  list: [
    [
      'Essential.',
      'One cookie keeps you signed in; another lasts 90 days and lets us warn you of a sign-in by a browser that your account ' +
        'does not know; a third, for some minutes, belongs to signing in with a wallet or with Google.',
    ],
    [
      'Analytics.',
      'Cookies for analytics would need your consent. We set none: our counts need no cookie, and nothing is counted ' +
        'if your browser asks us not to.',
    ],
    [
      'Preferences.',
      'Your choice of theme is kept in your browser and never sent. If you switch it on, so are the addresses of your aliases, ' +
        'sealed, until you log out or for seven days. If you choose a language, a cookie keeps it for a year.',
    ],
  ],
  after: [
    'Cookies are managed in your browser, or in a cookie banner where a site needs one. Nothing here needs your ' +
      'consent, so there is no banner.',
  ],
};
