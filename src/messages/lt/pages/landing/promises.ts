import type * as en from '#messages/pages/landing/promises.ts';

export const promiseMessages: typeof en.promiseMessages = {
  title: 'Ką pažadame ir kas tai įrodo',
  intro: 'Kiekvienam pažadui pirminiame kode yra testai, kuriuos gali paleisti bet kas. Ko nepažadame, irgi pasakome.',
  proof: 'Įrodymas:',
  not: 'Nepažadame:',
  mail: [
    {
      title: 'Slapyvardis neišduoda, kas už jo slypi',
      text: 'Nei antraštėje, nei atsakyme, nei grąžintame laiške ar klaidoje; nei žurnale, nei pavogtoje duomenų bazėje.',
      test: 'tests/integration/reply-leaks.test.ts',
      guide: ['/docs/replies', 'Kaip veikia atsakymai'],
      not: 'Pristatymo trukmė gali užsiminti, kurie slapyvardžiai turi bendrą pašto dėžutę.',
    },
    {
      title: 'Kas priimta, nedingsta',
      text: 'Kas priimta, tas pristatoma arba apie tai sužino siuntėjas ar jūs, net jei tuo metu dingtų elektra.',
      test: 'tests/crash/run-crash-rounds.ts',
      guide: ['/docs/operating', 'Kaip tai prižiūrima'],
      not: 'Jūsų pašto dėžutė vis tiek gali laišką atmesti arba palaikyti brukalu.',
    },
    {
      title: 'Iš jūsų laiškų niekas nesaugoma',
      text: 'Įprastu keliu jokia laiško dalis nepaliečia disko. Kas turi palaukti, užšifruojama, o paskui ištrinama.',
      test: 'tests/integration/no-leak.test.ts',
      guide: ['/gdpr', 'Kas ir kiek laiko saugoma'],
      not: 'Persiųsdamas serveris laišką perskaito: slapyvardžiai nėra ištisinis šifravimas.',
    },
  ],
  other: [
    {
      title: 'Įeina tik savininkai',
      text: 'Kiekviena užklausa, pašto programa ir webhook adresas turi įrodyti, kas esąs, o viena paskyra niekada nemato kitos.',
      test: 'tests/integration/two-accounts.test.ts',
      guide: ['/docs/api', 'Kas ką gali kviesti'],
      not: 'Kas gali skaityti jūsų pašto dėžutę, gali skaityti ir tai, kas į ją persiunčiama.',
    },
    {
      title: 'Viskas paleidžiama viena komanda',
      text: 'Duomenų bazė, svetainė ir pašto serveris yra viena programa. Ji veikia ir nešiojamajame kompiuteryje, ir daugelyje serverių.',
      test: 'tests/integration/running-program.test.ts',
      guide: ['/docs/self-hosting', 'Kaip laikyti pas save'],
      not: 'Naujo serverio laiškams prireikia savaičių, kol didieji teikėjai ima juo pasitikėti.',
    },
  ],
  elsewhere:
    'Čia laiškus persiunčia „ImprovMX“. Ji mato kiekvieną laišką, žino, kur jis keliauja, ir veda savo žurnalus, todėl apie laiškus ' +
    'kelyje nieko nepažadame.',
  host: 'Paleiskite patys',
  hostText:
    'Pirminio kodo aplanke, su „Node.js 24“. Atsiveria visko peržiūra, ir joks laiškas neišsiunčiamas, kol patys neleidžiate.',
  command: 'npm ci && npm start',
  hostGuide: 'Kaip iš čia pereiti prie savo serverio',
};
