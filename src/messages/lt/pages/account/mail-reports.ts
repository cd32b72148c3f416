import type * as en from '#messages/pages/account/mail-reports.ts';
import { count, countText } from '#messages-lt/quantities.ts';

export const mailReportMessages: typeof en.mailReportMessages = {
  title: 'Kitų pašto serverių ataskaitos',
  description: (days) =>
    `Ką laiškų gavėjai ir siuntėjai pranešė per paskutines dienas (${countText(days)}, UTC). Adresai, iš kurių atėjo laiškai, nesaugomi.`,
  empty: 'Ataskaitų dar nėra. Pašto serveriai jas siunčia kartą per dieną adresu, kurį tam nurodo domenas.',
  day: 'Diena',
  dmarc: 'Laiškai jo vardu (DMARC)',
  messages: 'Laiškai',
  proven: 'Patvirtinta',
  refused: 'Atidėta arba atmesta',
  dmarcNote: 'Nepatvirtintus laiškus suklastojo kiti arba jie pakeisti kelyje, kaip daro adresų sąrašai.',
  own: (messages) =>
    `${count(messages, 'laiškas', 'laiškai', 'laiškų')} iš šios paslaugos adreso nepatvirtinta: netinka domeno SPF arba DKIM.`,
  tls: 'Šifruoti ryšiai su juo (TLS)',
  sessions: 'Ryšiai',
  succeeded: 'Šifruota',
  failed: 'Nepavyko',
  reasons: {
    starttlsFailed: 'šifravimo nebuvimo',
    certificateFailed: 'sertifikato',
    daneFailed: 'DANE',
    stsFailed: 'MTA-STS',
    otherFailed: 'kitų priežasčių',
  },
  reason: (name, sessions) => `${name}: ${countText(sessions)}`,
  why: (reasons) => `Nepavyko dėl: ${reasons}.`,
  others: 'Paskyrų domenai, visi kartu',
  open: 'Ataskaitos',
  openOf: (name) => `${name} ataskaitos`,
  panel: (days) => `Paskutinės dienos (${countText(days)}, UTC)`,
  records:
    'Kad pašto serveriai praneštų čia, domenui reikia šių įrašų vietoj esamų tais pačiais vardais. Viskas, kas ten jau yra, juose lieka.',
  name: 'Vardas (TXT)',
  value: 'Reikšmė',
};
