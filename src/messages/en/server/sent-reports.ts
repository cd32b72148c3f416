import type { MailWords } from '#messages/server/mails.ts';

/** The readable part of a report of ours to the owner of another domain, in lines of ASCII. */
export const sentReportWords = {
  dmarc: (domain: string): readonly string[] => [
    `This is an aggregate report of DMARC about ${domain}, as its DMARC record asks for (rua).`,
    'It says from which servers mail in its name came here, and whether it was proven.',
  ],
  tls: (domain: string): readonly string[] => [
    `This is a TLS report about ${domain}, as its record at _smtp._tls asks for.`,
    'It says how encryption with its mail hosts went.',
  ],
};

/** To the operator. */
export const reportsNotSentMail: MailWords = {
  subject: 'Reports to other domains cannot be sent',
  paragraphs: [
    'Today DNS did not say of most domains where reports of DMARC or TLS about them go. So many are not broken at once: this server or its resolver is.',
    'Look at DNS_SERVERS: kauke doctor. What cannot be sent is tried again for a day and a half, and then erased.',
  ],
};
