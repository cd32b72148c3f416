import type * as en from '#messages/head.ts';

export const headTexts: typeof en.headTexts = {
  title: 'Kauke: el. pašto slapyvardžiai, persiunčiantys laiškus jums',
  description:
    'El. pašto slapyvardžiai, persiunčiantys laiškus jums. Vienas spustelėjimas – nauja tapatybė. Jūsų pašto dėžutė lieka saugi.',
  summary: 'Vienas spustelėjimas – nauja tapatybė. Jūsų pašto dėžutė lieka saugi.',
  picture: 'Kaukė ir žodžiai anglų kalba: būkite kuo norite. Jūsų pašto dėžutė lieka saugi.',
  noScript: 'Kad „Kauke“ parodytų šį puslapį, reikia „JavaScript“.',
  late: 'Šis puslapis įkeliamas ilgai. Įkelkite jį iš naujo.',
};

export const languageMessages: typeof en.languageMessages = {
  title: 'Kalba',
  failed: 'Nepakeista',
  failure: 'Kalbos išsaugoti nepavyko',
  englishOnly: 'Šis tekstas yra tik anglų kalba; teisiškai galioja angliška versija.',
};
