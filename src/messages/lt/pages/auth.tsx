import type * as en from '#messages/pages/auth.tsx';

export const authMessages: typeof en.authMessages = {
  pageTitle: 'Prisijungimas',
  welcome: 'Sveiki atvykę į „Kauke“',
  intro: 'Kiekvienam nepažįstamajam – atskiras adresas.',
  tabs: 'Paskyra',
  signInTab: 'Prisijungti',
  registerTab: 'Sukurti paskyrą',
  or: 'arba',
  google: 'Tęsti su „Gmail“',
  agreement: (terms, privacy) => (
    <>
      Tęsdami sutinkate su {terms('naudojimo sąlygomis')} ir {privacy('privatumo politika')}.
    </>
  ),
};

export const signInMessages: typeof en.signInMessages = {
  email: 'El. paštas',
  password: 'Slaptažodis',
  what: 'slaptažodį',
  forgot: 'Pamiršote slaptažodį?',
  code: 'Kodas',
  codeTitle: 'Įveskite kodą',
  codeHint: 'Šeši skaitmenys iš autentifikavimo programėlės arba vienas iš atkūrimo kodų.',
  passkeyTitle: 'Patvirtinkite prieigos raktu',
  passkeyHint: 'Dabar prisijunkite prieigos raktu, žemiau. Arba įveskite vieną iš atkūrimo kodų.',
  codeRequired: 'Įveskite kodą',
  submit: 'Prisijungti',
  submitting: 'Jungiamasi…',
  startOver: 'Grįžti prie el. pašto ir slaptažodžio',
  done: 'Prisijungta',
  failed: 'Prisijungti nepavyko',
  failure: 'Neteisingas el. paštas arba slaptažodis',
  unexplained: 'Prisijungti nepavyko',
};

export const lockedFactorMessages: typeof en.lockedFactorMessages = {
  explanation: (hours) =>
    `Nebeturite atkūrimo kodų? Atsiųsime nuorodą, kuri išjungia antrąjį veiksnį. Ji veiks po ${hours} val., ir apie tai sužinos kiekviena jūsų paskyros pašto dėžutė.`,
  ask: 'Atsiųsti nuorodą',
  asking: 'Siunčiama…',
  notSent: 'Neišsiųsta',
  failure: 'Nuorodos išsiųsti nepavyko',
};

export const registerMessages: typeof en.registerMessages = {
  email: 'El. paštas',
  password: 'Slaptažodis',
  submit: 'Sukurti paskyrą',
  submitting: 'Paskyra kuriama…',
  done: 'Paskyra sukurta',
  failed: 'Paskyra nesukurta',
  failure: 'Paskyros sukurti nepavyko',
  unexplained: 'Paskyros sukurti nepavyko',
  mismatch: 'Slaptažodžiai nesutampa',
  tooShort: 'Slaptažodis per trumpas',
};

export const walletSignInMessages: typeof en.walletSignInMessages = {
  connect: 'Tęsti su „Solana“ pinigine',
  connecting: 'Jungiamasi…',
  choices: 'Jūsų piniginės',
  done: 'Piniginė prijungta',
  failed: 'Prijungti nepavyko',
  failure: 'Prijungti piniginės nepavyko',
  unexplained: 'Prisijungti pinigine nepavyko',
};

export const googleSignInMessages: typeof en.googleSignInMessages = {
  failed: 'Prisijungti su „Google“ nepavyko',
  failure: 'Prisijungti su „Google“ nepavyko',
  reasons: {
    busy: 'Bandyta per dažnai. Šiek tiek palaukite arba prisijunkite kitu būdu.',
    denied: '„Google“ nepasakė, kas jūs esate, nes to neleidote.',
    expired: 'Užtruko per ilgai arba baigta kitoje naršyklėje. Bandykite dar kartą.',
    unverified: '„Google“ nėra patvirtinusi tos paskyros el. pašto, todėl jo naudoti negalime.',
    unavailable: '„Google“ pasiekti nepavyko. Bandykite vėliau arba prisijunkite kitu būdu.',
    taken:
      'Tos „Google“ paskyros el. paštas čia jau priklauso kitai paskyrai. Pirma prisijunkite prie jos, tada nustatymuose susiekite „Google“.',
    mismatch: 'Tai ne ta „Google“ paskyra, kuri čia susieta.',
    locked: 'Ši paskyra užrakinta, o „Google“ pridėta visai neseniai. Naudokite būdą, kurį turite seniau.',
    uninvited: 'Su ta „Google“ paskyra čia niekas neprisijungia, o naujas paskyras gali kurti ne visi.',
    confirm: 'Prisijunkite dar kartą ir tada nustatymuose susiekite „Google“.',
  },
};
