import type * as en from '#messages/pages/second-factor-link.ts';

export const secondFactorLinkMessages: typeof en.secondFactorLinkMessages = {
  title: 'Išjungti antrąjį veiksnį?',
  description: 'Tada prisijungsite vien slaptažodžiu. Visi prisijungę įrenginiai bus atjungti.',
  early: (time) => `Ši nuoroda veiks nuo ${time}. Iki tol bet kas, kas ją turi, gali tam sutrukdyti.`,
  warningTitle: 'Ar tai buvote jūs?',
  warning: 'Kažkas, žinantis paskyros slaptažodį, paprašė išjungti jos antrąjį veiksnį.',
  turnOff: 'Išjungti',
  turningOff: 'Išjungiama…',
  notMe: 'Tai buvau ne aš',
  stopping: 'Stabdoma…',
  failed: 'Nepakeista',
  noAnswer: 'Serveris neatsakė. Bandykite dar kartą.',
  off: 'Antrasis veiksnys išjungtas',
  offDescription: 'Prisijunkite slaptažodžiu. Paskui vėl jį įjunkite nustatymuose.',
  kept: 'Antrasis veiksnys lieka įjungtas',
  keptDescription: 'Mūsų atsiųstos nuorodos nebeveikia. Kažkas žino jūsų slaptažodį: susikurkite naują.',
  toSignIn: 'Prisijungti',
  unusable: 'Ši nuoroda nebeveikia',
  unusableDescription: 'Ji nebegalioja, jau panaudota arba kažkas sutrukdė tam, kam ji buvo skirta.',
};

export const lockMessages: typeof en.lockMessages = {
  title: 'Užrakinti viską?',
  description:
    'Tai baigs visus paskyros, apie kurią jus perspėjome, seansus, panaikins API raktus ir SMTP slaptažodžius; jos slapyvardžių vardu ' +
    'nieko nebus siunčiama. Jiems skirti laiškai vis dar ateis. Vėl prisijungsite su nauju slaptažodžiu arba prieigos raktu, pinigine ar „Google“ paskyra.',
  lock: 'Užrakinti viską',
  locking: 'Užrakinama…',
  failed: 'Neužrakinta',
  noAnswer: 'Serveris neatsakė. Bandykite dar kartą.',
  locked: 'Viskas užrakinta',
  lockedDescription:
    'Niekas nebėra prisijungęs. Jei paskyra jūsų: susikurkite naują slaptažodį per „Pamiršote slaptažodį?“ arba prisijunkite ' +
    'pinigine, prieigos raktu ar „Google“ paskyra. Tada atrakinkite ją nustatymuose.',
  toSignIn: 'Prisijungti',
  unusable: 'Ši nuoroda nebeveikia',
  notNow: 'Ne dabar',
  unusableDescription:
    'Ji nebegalioja arba jau panaudota. Prisijunkite ir pažiūrėkite, kas nutiko: nustatymų skiltyje „Saugumas“ galite užrakinti viską.',
};
