import type { ReactNode } from 'react';
import { describeOperator, type LegalSection, type PageLink, type StatedFacts } from '#messages/legal/facts.ts';

export const aboutMessages = {
  title: 'About us',
  intro: 'We build masks for your inbox.',
};

export function aboutSections(facts: StatedFacts, contact: ReactNode, link: PageLink): LegalSection[] {
  return [
    {
      title: 'Our mission',
      paragraphs: [
        'An email address is asked for everywhere and changed by nobody. That makes it the best name tag there is: it ' +
          'joins what you buy, read and sign up for, and it outlives every password. We think people should be able ' +
          'to give out an address without giving themselves away.',
        <>
          <strong lang="lt">Kaukė</strong> is the Lithuanian word for mask. A mask is not a lie. It lets you take part
          and still go home unknown.
        </>,
      ],
    },
    {
      title: 'What we do',
      paragraphs: [
        'You create as many aliases as you like, on several domains, free of charge. Mail to an alias is forwarded to ' +
          'one or more of your inboxes, or posted to a webhook. You can ' +
          `${facts.forwarder === null ? 'reply and send as the alias' : 'send as the alias'}, pause it, point it ` +
          `somewhere else, or delete it. Setting up takes about ${facts.setupSeconds} seconds.`,
      ],
    },
    {
      title: 'Privacy by design',
      paragraphs: [
        'We keep no log of who wrote to whom and collect nothing of the content that is forwarded. ' +
          `${facts.forwarderLogs && `${facts.forwarderLogs} `}` +
          `${facts.sendsReports.dmarc ? 'Owners of domains who ask for it are told which servers sent mail in their name. ' : ''}What we have to store, such as the inbox behind an ` +
          'alias, is encrypted. The less we know, the less there is to lose, to sell or to hand over.',
      ],
    },
    {
      title: 'Made in Lithuania',
      paragraphs: [
        facts.launched === null
          ? 'Kauke is made in Lithuania.'
          : `Kauke was launched in ${facts.launched} and made in Lithuania.`,
        `This service is run by ${describeOperator(facts)}, under ${facts.law === null ? '' : `${facts.law} and `}the ` +
          'General Data Protection Regulation.',
      ],
    },
    {
      title: 'Open to questions',
      paragraphs: [
        <>
          Our {link('/transparency', 'transparency report')} says what we were asked for and what we gave. For anything
          else, write to {contact}.
        </>,
      ],
    },
  ];
}
