import type * as en from '#messages/pages/password-reset.ts';
import { durationText } from '#messages-lt/quantities.ts';

function life(hours: number): string {
  return durationText(hours * 60 * 60 * 1000);
}

export const forgotPasswordMessages: typeof en.forgotPasswordMessages = {
  title: 'Pamiršote slaptažodį',
  description: (hours) =>
    `Atsiųsime nuorodą naujam slaptažodžiui sukurti. Ji veikia vieną kartą ir galioja ${life(hours)}.`,
  email: 'El. paštas',
  send: 'Siųsti nuorodą',
  sending: 'Siunčiama…',
  back: 'Grįžti prie prisijungimo',
  notSent: 'Neišsiųsta',
  failure: 'Nuorodos išsiųsti nepavyko',
};

export const resetMessages: typeof en.resetMessages = {
  title: 'Naujas slaptažodis',
  description: 'Visi prie jūsų paskyros prisijungę įrenginiai bus atjungti.',
  password: 'Naujas slaptažodis',
  change: 'Keisti slaptažodį',
  changing: 'Keičiama…',
  changed: 'Slaptažodis pakeistas',
  notChanged: 'Nepakeista',
  failure: 'Slaptažodžio pakeisti nepavyko',
  unusable: 'Ši nuoroda nebeveikia',
  unusableDescription: (hours) =>
    `Ji nebegalioja, jau panaudota arba nukopijuota ne visa. Nuorodos veikia vieną kartą ir galioja ${life(hours)}.`,
  askAgain: 'Prašyti naujos',
};

export const programMessages: typeof en.programMessages = {
  legend: 'Kas lieka?',
  hint: 'Šios programos prisijungia be jūsų slaptažodžio. Nepažymėtos dabar praras prieigą.',
  apiKey: (name) => (name === null ? 'API raktas' : `API raktas „${name}“`),
  smtp: (alias) => (alias === null ? 'Slapyvardžio pašto programa' : `${alias} pašto programa`),
  madeOn: (day) => `Sukurta ${day}`,
  notLoaded:
    'Nepavyko perskaityti, kurios programos prisijungia be jūsų slaptažodžio. Jei tęsite, prieigą praras visos.',
};
