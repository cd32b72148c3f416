import type * as en from '#messages/pages/landing/sections.tsx';

export const problemMessages: typeof en.problemMessages = {
  title: 'Vienas adresas visiems – vienu adresu per mažai.',
  problem: 'Bėda',
  problemText:
    'Jūsų adresas – raktas, jungiantis visas jūsų paskyras. Užtenka vieno nutekėjimo: jis parduodamas toliau, prasideda ' +
    'brukalas, ir iš nieko jo nebeatsiimsite.',
  problemDrawing: 'Penki nepažįstamieji žino vieną adresą, perduoda jį kitiems, ir viskas ateina.',
  solution: 'Sprendimas',
  solutionText:
    'Tarp kiekvieno siuntėjo ir jūsų pašto dėžutės stovi slapyvardis. Jei vienas ima kelti rūpesčių, išjunkite jį. Kiti lieka, o jūs ' +
    'žinote, kas išdavė jūsų adresą.',
  solutionDrawing:
    'Kiekvienas nepažįstamasis prieš pašto dėžutę sutinka atskirą kaukę; viena jų išjungta, ir jos laiškai ten baigiasi.',
};

export const productMessages: typeof en.productMessages = {
  title: 'Visi viename sąraše',
  text: 'Kam skirtas kiekvienas slapyvardis, kur keliauja jo laiškai, ir jungiklis, kuris tai baigia. Naują sukuria vienas klavišo „Enter“ paspaudimas.',
  picture:
    'Ekrano nuotrauka: slapyvardžių sąrašas, kiekvienas su savo pašto dėžute, pastaba, veiksmų meniu ir jungikliu.',
};

export const stepMessages: typeof en.stepMessages = {
  title: 'Kaip tai veikia',
  intro: 'Paruošta maždaug per 30 sekundžių.',
  steps: [
    ['Susikurkite paskyrą', 'Su el. paštu ir slaptažodžiu arba pinigine. Be vardo, be telefono numerio, be kortelės.'],
    [
      'Susikurkite slapyvardį',
      'Pasirinkite vardą ir kur turi keliauti jo laiškai. Po vieną kiekvienai parduotuvei, sąrašui ar nepažįstamajam.',
    ],
    [
      'Siųskite ir gaukite',
      'Laiškai ateina į jūsų pašto dėžutę. Atsakykite slapyvardžiu, ir niekas nesužinos, kuri dėžutė tai yra.',
    ],
  ],
  elsewhere:
    'Laiškai ateina į jūsų pašto dėžutę. Rašykite slapyvardžiu su jo SMTP slaptažodžiu; paprastas atsakymas iš jūsų dėžutės parodo jos adresą.',
};

export const cardMessages: typeof en.cardMessages = {
  label: 'Ką gaunate',
  privacy: 'Pirmiausia – privatumas',
  privacyText:
    'Tikrasis jūsų adresas mūsų duomenų bazėje užšifruotas, ir jo nesakome niekam, kas jums rašo. Pristatymo trukmė gali užsiminti, kurie slapyvardžiai juo dalijasi.',
  privacyElsewhere:
    'Tikrasis jūsų adresas mūsų duomenų bazėje užšifruotas. Niekas, kas jums rašo, jo nesužino; „ImprovMX“, kuri persiunčia laiškus, turi jį žinoti.',
  free: 'Visiškai nemokama',
  freeText: 'Neribotai slapyvardžių kiekviename domene. Mokamo plano nėra, todėl jam niekas ir netaupoma.',
  freeElsewhereText:
    'Mokamo plano čia nėra. Kiek slapyvardžių gali būti, priklauso nuo plano, kurį ši paslauga turi „ImprovMX“.',
  logs: 'Jokių žurnalų',
  logsText: 'Nevedame žurnalo, kas kam rašė, ir nerenkame nieko iš persiunčiamo turinio.',
  logsElsewhere: 'Ne visi jų nekaupia',
  logsElsewhereText:
    'Nevedame žurnalo, kas kam rašė. „ImprovMX“, kuri persiunčia laiškus, veda savo – su adresais ir temomis.',
};

export const whyMessages: typeof en.whyMessages = {
  title: 'Kodėl „Kauke“',
  text: (
    <>
      Kaukė slepia veidą; mūsiškė saugo privatumą pačia savo sandara: ko nesaugome, to niekas negali paimti,
      pareikalauti ar parduoti.
    </>
  ),
  reasons: [
    ['Jungiklis jūsų rankose', 'Pašto dėžutę už slapyvardžio keiskite kada norite. Rašantieji nieko nepastebės.'],
    [
      'Jis niekada neatsako už jus',
      'Sustabdytas slapyvardis laiškus tyliai išmeta. Ištrintas – juos atmeta.',
      'Ištrintas slapyvardis laiškus atmeta. Sustabdytas juos tyliai išmeta arba, jei „ImprovMX“ planas kitaip neleidžia, atmeta.',
    ],
    [
      'Jis tinka jūsų įrankiams',
      'Siųskite slapyvardžiu iš savo pašto programos arba gaukite jo laiškus webhook adresu.',
      'Siųskite slapyvardžiu iš savo pašto programos arba gaukite jo laiškus webhook adresu, kiek leidžia „ImprovMX“ planas.',
    ],
    ['Galite bet kada išeiti', 'Bet kada viską eksportuokite. Ištrinkite paskyrą, ir kartu dings visa, kas joje buvo.'],
  ],
};
