import type { ReactNode } from 'react';
import type { LegalSection, PageLink, StatedFacts } from '#messages/legal/facts.ts';
import { describeUndo } from '#messages/legal/privacy.tsx';

export const termsMessages = {
  title: 'Terms of Service',
  intro: 'What you may expect from us, and we from you.',
};

export function termsSections(facts: StatedFacts, contact: ReactNode, link: PageLink): LegalSection[] {
  return [
    {
      title: 'The service',
      paragraphs: [
        `${facts.operatorName} provides email aliases: addresses on our domains whose mail is forwarded to inboxes ` +
          'and webhooks that you name. It is free of charge. By using it you agree to these terms.',
      ],
    },
    {
      title: 'Who may use it',
      paragraphs: [
        `You must be at least ${facts.minimumAge} years old. You are responsible for your account: keep your ` +
          'password, wallet and recovery codes to yourself.',
      ],
    },
    {
      title: 'What is not allowed',
      list: [
        'Sending spam, malware, fraud or threats from an alias, or signing up others for mail they did not want.',
        'Pretending to be another person, a company, a bank or an authority.',
        'Breaking the law, or helping others to.',
        'Getting around the limits of the service, or disturbing it for others.',
        'Forwarding to inboxes that are not yours and did not agree.',
      ],
      after: ['We may pause or close accounts that do, without notice where the harm is urgent.'],
    },
    {
      title: 'Aliases and domains',
      paragraphs: [
        'An alias is yours to use, not to own. Domains may become unavailable at any time, without liability on our ' +
          'side. Do not make an alias the only way back into something you cannot lose. An address that once carried ' +
          'mail is given to nobody else.',
      ],
    },
    {
      title: 'No promise of delivery',
      paragraphs: [
        'We do our best that mail arrives, and tell its sender or you when it does not. But the service is provided ' +
          'as it is, without warranty of any kind: mail may be late, be taken for spam by its destination, or be ' +
          'refused by it.',
      ],
    },
    {
      title: 'Liability',
      paragraphs: [
        'As far as the law allows, our liability for anything that follows from using this service, or from not being ' +
          `able to, is capped at ${facts.liabilityCap}. Nothing here limits liability that the law does not let us ` +
          'limit.',
      ],
    },
    ...describeEnd(facts, contact, link),
  ];
}

function describeEnd(facts: StatedFacts, contact: ReactNode, link: PageLink): LegalSection[] {
  const { operatorCountry } = facts;
  return [
    {
      title: 'Your data',
      paragraphs: [
        <>
          The {link('/privacy', 'Privacy Policy')} and the {link('/gdpr', 'GDPR page')} say what we keep. You can export
          your data at any time.
        </>,
      ],
    },
    {
      title: 'Ending it',
      paragraphs: [
        'You can delete your account whenever you like, on the dashboard. That removes your aliases, profile and ' +
          'authentication data. We may end the service with notice on this site.',
        ...describeUndo(facts),
      ],
    },
    {
      title: 'Law, changes and contact',
      paragraphs: [
        <>
          {operatorCountry === null ? '' : `These terms are under the law of ${operatorCountry}. `}When they change, the
          date above does; whoever goes on using the service agrees to the new ones. Questions go to {contact}.
        </>,
      ],
    },
  ];
}
