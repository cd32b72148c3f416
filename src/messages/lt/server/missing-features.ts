import type * as en from '#messages/server/missing-features.ts';

export const missingFeatures: typeof en.missingFeatures = {
  replies:
    'Čia laiškus persiunčia „ImprovMX“: atsakymas į persiųstą laišką išeina iš pačios pašto dėžutės adreso, o ne iš slapyvardžio.',
  contacts:
    'Čia laiškus persiunčia „ImprovMX“ ir nekuria atgalinių adresų: adresatams negalima nei rašyti slapyvardžio vardu, nei jų blokuoti.',
  deliveries:
    'Čia laiškus persiunčia „ImprovMX“: šis serveris laiškų nemato ir negali pasakyti, kurie laukia, nei siųsti bandomojo laiško.',
  transparent: 'Čia laiškus persiunčia „ImprovMX“: kaip elgiamasi su vieno slapyvardžio laiškais, nustatyti negalima.',
  held: 'Čia laiškus persiunčia „ImprovMX“: šis serveris laiškų nemato ir negali jų nei sulaikyti, nei sekti, nei rūšiuoti pagal siuntėją.',
  signedWebhooks:
    'Čia į „webhook“ adresus siunčia „ImprovMX“: siuntos nepasirašytos, jų negalima nei išbandyti, nei pakartoti.',
  ownDomains: 'Domenų čia atsinešti negalima.',
  domainRules:
    'Čia laiškus persiunčia „ImprovMX“ ir mūsų taisyklių nepriima: „catch-all“ gali būti tik išjungtas arba persiųsti visus vardus.',
  domainOffers: 'Domenas, kurio laiškus persiunčia „ImprovMX“, negali pereiti kitai paskyrai.',
  lives: 'Čia laiškus persiunčia „ImprovMX“: slapyvardžiai negali baigtis patys.',
  encryption: 'Čia laiškus persiunčia „ImprovMX“: šis serveris laiškų nemato ir negali jų užšifruoti.',
  counts: 'Čia laiškus persiunčia „ImprovMX“: šis serveris laiškų nemato ir negali jų skaičiuoti.',
  reports: 'Čia laiškus persiunčia „ImprovMX“: kitų pašto serverių ataskaitos šio serverio nepasiekia.',
  accountSending: 'Čia laiškus siunčia „ImprovMX“: kiekvienas slapyvardis turi savo slaptažodį, bendro nėra.',
};

export const catchAllNeedsPlan: string =
  'Persiuntimo paslaugos planas neturi „webhook“: su „catch-all“ sustabdytų slapyvardžių laiškai vis tiek būtų persiunčiami.';
