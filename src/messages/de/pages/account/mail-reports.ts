import type * as en from '#messages/pages/account/mail-reports.ts';
import { countText } from '#messages-de/quantities.ts';

export const mailReportMessages: typeof en.mailReportMessages = {
  title: 'Berichte anderer Mailserver',
  description: (days) =>
    `Was Empfänger und Absender von E-Mails über die letzten ${days} Tage (UTC) berichteten. Adressen, von denen E-Mails kamen, werden nicht behalten.`,
  empty: 'Noch gibt es keine Berichte. Mailserver senden sie einmal am Tag an die Adresse, die die Domain dafür nennt.',
  day: 'Tag',
  dmarc: 'E-Mails in ihrem Namen (DMARC)',
  messages: 'Mails',
  proven: 'Bestätigt',
  refused: 'Aussortiert oder abgelehnt',
  dmarcNote: 'Was nicht bestätigt war, haben andere gefälscht oder unterwegs geändert, wie Mailinglisten es tun.',
  own: (messages) =>
    `${countText(messages)} ${messages === 1 ? 'E-Mail von einer Adresse dieses Dienstes war' : 'E-Mails von Adressen dieses Dienstes waren'} nicht bestätigt: SPF oder DKIM der Domain passt nicht.`,
  tls: 'Verschlüsselte Verbindungen zu ihr (TLS)',
  sessions: 'Sitzungen',
  succeeded: 'Gesichert',
  failed: 'Fehler',
  reasons: {
    starttlsFailed: 'fehlender Verschlüsselung',
    certificateFailed: 'Zertifikat',
    daneFailed: 'DANE',
    stsFailed: 'MTA-STS',
    otherFailed: 'anderem',
  },
  reason: (name, sessions) => `${name}: ${countText(sessions)}`,
  why: (reasons) => `Gescheitert wegen: ${reasons}.`,
  others: 'Domains von Konten, alle zusammen',
  open: 'Berichte',
  openOf: (name) => `Berichte zu ${name}`,
  panel: (days) => `Die letzten ${days} Tage (UTC)`,
  records:
    'Damit Mailserver hierher berichten, braucht die Domain diese Einträge, anstelle derer mit demselben Namen. Was dort schon steht, bleibt darin erhalten.',
  name: 'Name (TXT)',
  value: 'Wert',
};
