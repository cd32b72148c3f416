import { count } from '#messages-lt/quantities.ts';
import type * as en from '#messages/pages/targets.ts';

export const targetStateMessages: typeof en.targetStateMessages = {
  refusesSince: (day) => `Nepriima laiškų nuo ${day}`,
  failsSince: (day) => `Neveikia nuo ${day}`,
  refused: (messages, reason) =>
    `Atmetė ${count(messages, 'laišką', 'laiškus', 'laiškų')}, paskutinį: ${{ size: 'nes per didelis', content: 'dėl turinio', rules: 'pagal savo serverio taisykles', unsaid: 'nenurodęs priežasties' }[reason]}`,
  notSent: 'Neišsiųsta',
  sendFailure: 'Patvirtinimo laiško išsiųsti nepavyko',
  verified: 'Webhook adresas patikrintas',
  verifiedDescription: 'Nuo šiol laiškai siunčiami į jį.',
  notVerified: 'Nepatikrinta',
  verifyFailure: 'Webhook adreso paklausti nepavyko',
};

export const inboxAddressMessages: typeof en.inboxAddressMessages = {
  change: 'Keisti adresą',
  changeOf: (address) => `Keisti adresą ${address}`,
  description: (address) =>
    `Naujos pašto dėžutės klausiama laišku. Kai ji sutiks, visuose slapyvardžiuose, domenuose ir taisyklėse pakeis ${address}, kartu su raktu, jei jis yra, o ${address} bus pašalinta. Iki tol niekas nesikeičia.`,
  label: 'Naujas adresas',
  submit: 'Klausti naujos dėžutės',
  busy: 'Klausiama...',
  failure: 'Adreso pakeisti nepavyko',
  waits: (address) => `Taps ${address}, kai ta pašto dėžutė sutiks`,
  takesPlace: (address) => `Pakeis ${address}, kai sutiks`,
  keep: 'Palikti šį adresą',
};
