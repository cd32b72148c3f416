import type * as en from '#messages/pages/account/pairing.ts';

export const pairMessages: typeof en.pairMessages = {
  signInFirst:
    'Prisijunkite, kad įsileistumėte plėtinį. Jei prisijungiate su „Google“, po to plėtinyje dar kartą paspauskite „Prijungti“.',
  nobody: 'Joks plėtinys neprašo įsileisti',
  nobodyDescription: 'Šį puslapį atveria „Kauke“ plėtinys: jo nustatymuose paspauskite „Prijungti“.',
  toSettings: 'API raktai ir programėlės',
  title: 'Įsileisti plėtinį?',
  description: 'Šios naršyklės plėtinys prašo šios paskyros rakto. Jūsų slaptažodžio jis nesužino.',
  account: (account) => `Paskyra: ${account}`,
  yours: 'ta, prie kurios esate prisijungę',
  may: [
    'kurti slapyvardžius ir rasti turimus kartu su jų pastabomis',
    'juos sustabdyti ir vėl įjungti',
    'ką nors užblokuoti ir duoti jums atsakymo adresus',
  ],
  mayNot: 'Jis negali nieko ištrinti, pakeisti, kur keliauja laiškai, ar siųsti laiškų.',
  caution: 'Sutikite tik tada, jei ką tik patys „Kauke“ plėtinyje paspaudėte „Prijungti“.',
  agree: 'Įsileisti',
  agreeing: 'Įsileidžiama...',
  refuse: 'Atsisakyti',
  failed: 'Neįsileista',
  failure: 'Plėtinio įsileisti nepavyko',
  answered: { agreed: 'Perduota', refused: 'Neįsileista' },
  answeredText: {
    agreed:
      'Plėtinys dabar pasiima raktą ir uždaro šią kortelę. Jei per dvi minutes to nepadaro, jame dar kartą paspauskite „Prijungti“.',
    refused: 'Plėtinys nieko negavo. Šią kortelę galite uždaryti.',
  },
};

export const extensionMessages: typeof en.extensionMessages = {
  title: 'Naršyklės plėtinys',
  description:
    'Slapyvardis svetainei, kurioje esate, vienu spustelėjimu. Slaptažodžio jis neprašo, o svetainę mato tik jums spustelėjus.',
  download: { chromium: '„Chromium“, „Chrome“, „Edge“', firefox: '„Firefox“' },
  steps: {
    chromium: [
      'Išpakuokite failą į aplanką, kuris liks.',
      'Atverkite chrome://extensions ir įjunkite kūrėjo režimą.',
      'Paspauskite „Įkelti išpakuotą“ ir pasirinkite aplanką.',
    ],
    firefox: [
      'Atverkite about:debugging ir pasirinkite „Ši Firefox“.',
      'Paspauskite „Įkelti laikiną priedą“ ir pasirinkite failą.',
      'Užvėrus „Firefox“ jo nebelieka, nes „Mozilla“ jo nepasirašė.',
    ],
  },
  connect: (server) => `Tada jame paspauskite „Prijungti“ ir įveskite ${server}`,
};
