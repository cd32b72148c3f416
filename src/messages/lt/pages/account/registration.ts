import type * as en from '#messages/pages/account/registration.ts';

export const registrationMessages: typeof en.registrationMessages = {
  checking: 'Tikrinamas jūsų kvietimas…',
  invited: (day) => `Esate pakviesti. Šia nuoroda paskyrą galima sukurti iki ${day}.`,
  notChecked: 'Jūsų kvietimo patikrinti nepavyko. Patikrinkite ryšį ir bandykite dar kartą.',
  tryAgain: 'Bandyti dar kartą',
  byInvitation: 'Naujos paskyros – tik su kvietimu',
  byInvitationText:
    'Nuorodą jums gali duoti šios paslaugos valdytojas. Atverkite ją, ir galėsite čia susikurti paskyrą.',
  unusable: 'Šis kvietimas nebegalioja',
  unusableText: 'Jis panaudotas, pasibaigęs arba nukopijuotas ne visas. Paprašykite naujo ten, kur jį gavote.',
  closed: 'Naujų paskyrų nėra',
  closedText: 'Ši paslauga šiuo metu naujų paskyrų nepriima.',
  signInInstead: 'Prisijungti',
  waits: 'Naujas paskyras tvirtina operatorius. Savąją galite sukurti dabar, o naudotis – kai bus patvirtinta.',
  google: 'Tęsti su „Gmail“',
  googleBusy: 'Akimirką…',
  googleFailed: 'Prisijungti su „Google“ nepavyko',
  googleFailure: 'Prisijungti su „Google“ nepavyko',
};

export const waitingMessages: typeof en.waitingMessages = {
  title: 'Jūsų paskyra laukia patvirtinimo',
  now: 'Naujas paskyras tvirtina šios paslaugos operatorius. Iki tol čia negalite kurti slapyvardžių ir nieko keisti.',
  name: (name) => `Jei pažįstate operatorių, pasakykite, kad jūsų paskyra vadinasi ${name}.`,
  mailbox: 'Patvirtinkite pašto dėžutę nuoroda iš mūsų laiško, ir pranešime jums taip pat el. paštu.',
  check: 'Patikrinti dar kartą',
  checking: 'Tikrinama…',
  still: 'Dar laukia',
  stillDescription: 'Operatorius dar nenusprendė.',
};
