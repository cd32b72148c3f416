import type * as en from '#messages/faults.ts';
import { count } from './quantities.ts';

function characters(max: number): string {
  return count(max, 'simbolis', 'simboliai', 'simbolių');
}

export const accountFaultTexts: typeof en.accountFaultTexts = {
  email: 'Įveskite tinkamą el. pašto adresą',
  localBeyondAscii:
    'Prieš @ gali būti tik lotyniškos raidės be diakritinių ženklų, skaitmenys ir simboliai: daugelis pašto serverių kitų nepriima',
  passwordMissing: 'Įveskite slaptažodį',
  passwordTooShort: (min) => `Slaptažodyje turi būti bent ${characters(min)}`,
  passwordTooLong: (maxBytes) =>
    `Slaptažodis gali užimti ne daugiau kaip ${count(maxBytes, 'baitą', 'baitus', 'baitų')}`,
  passwordWrong: 'Tai ne dabartinis jūsų slaptažodis',
  codeMissing: 'Įveskite kodą',
  codeInvalid: 'Tai ne kodas',
  walletMissing: 'Trūksta piniginės adreso',
  signatureMissing: 'Trūksta parašo',
};

export const aliasFaultTexts: typeof en.aliasFaultTexts = {
  aliasRequired: 'Įveskite slapyvardį',
  aliasInvalid: 'Toks slapyvardis netinka',
  aliasReserved: (alias) => `„${alias}“ yra rezervuotas vardas. Pasirinkite kitą.`,
  aliasFixed: 'Kur veda šis slapyvardis, sprendžia domeno administratoriai. Jūs galite jį pristabdyti arba ištrinti.',
  domainRequired: 'Pasirinkite domeną',
  domainUnavailable: 'Šis domenas neprieinamas',
  targetRequired: 'Reikia bent vieno el. pašto arba webhook adreso',
  targetsInvalid: 'Įveskite tinkamus el. pašto arba webhook adresus (https://…), atskirtus kableliais',
  tooManyTargets: (max) => `Slapyvardis gali persiųsti ne daugiau kaip į ${count(max, 'adresą', 'adresus', 'adresų')}`,
  sendsAsNone: 'Šio adreso vardu šiuo slaptažodžiu nesiunčiama: įveskite savo įjungtą slapyvardį',
  inboxYours: 'Ši pašto dėžutė jau yra jūsų',
  targetNotYours: 'Viena iš šių pašto dėžučių ne jūsų',
  targetIsOurs: (domain) => `${domain} yra mūsų pačių domenas. Nurodykite pašto dėžutę kitur.`,
  targetTakesNoMail: (domain) => `${domain} negali gauti laiškų. Nurodykite tikrą pašto dėžutę.`,
  webhookIsOurs: (host) => `${host} yra mūsų pačių serveris. Nurodykite webhook adresą kitur.`,
  notesTooLong: (max) => `Pastabose gali būti ne daugiau kaip ${characters(max)}`,
  nothingChanged: 'Reikia nurodyti bent vieną lauką (alias, forwardTo, active, notes arba lastForwardTo)',
  noSetting: 'Reikia nurodyti bent vieną nustatymą',
  contactIsAlias: 'Tai pats slapyvardis',
  aliasIdRequired: 'Trūksta slapyvardžio ID',
  generate: 'Pasirinkite, iš ko sudaryti vardą: iš žodžių, simbolių ar UUID',
  copiesNotOffered: 'Persiuntimo teikėjas negali kopijuoti atsakymų',
};

export const providerFaults: typeof en.providerFaults = {
  taken: 'Persiuntimo teikėjas šį adresą jau turi su kita paskirties vieta. Pasirinkite kitą vardą.',
  plan_limit: 'Persiuntimo teikėjo planas to neleidžia. Kreipkitės į šios paslaugos valdytoją.',
  refused: 'Persiuntimo teikėjas to nepriėmė.',
};

export const binDaysFaultText: typeof en.binDaysFaultText = (max) =>
  `Ištrintus slapyvardžius galima laikyti nuo 0 iki ${count(max, 'dienos', 'dienų', 'dienų')}`;

export const apiKeyFaultTexts: typeof en.apiKeyFaultTexts = {
  nameRequired: 'Įveskite pavadinimą',
  nameTooLong: (max) => `Pavadinime gali būti ne daugiau kaip ${characters(max)}`,
  scope: 'Pasirinkite, ką raktas gali',
  days: (max) => `Raktas galioja nuo 1 iki ${count(max, 'dienos', 'dienų', 'dienų')}`,
};

export const inputFaults: typeof en.inputFaults = {
  unknownField: 'Nežinomas laukas',
  noId: 'Tai nėra šio serverio identifikatorius',
  feedbackMissing: 'Pirma ką nors parašykite',
  feedbackTooLong: (max) => `Atsiliepime gali būti ne daugiau kaip ${characters(max)}`,
  csvMissing: 'Reikia CSV failo',
};

export const foreignFaults: typeof en.foreignFaults = {
  flag: 'Turi būti true arba false',
  trashed: 'Turi būti with, without arba only',
  page: 'Puslapis turi būti skaičius nuo 1',
  pageSize: (max) => `Puslapio dydis turi būti nuo 1 iki ${max}`,
  searchTooLong: (max) => `Paieškoje gali būti ne daugiau kaip ${characters(max)}`,
  searchBroken: 'Paieškoje negali būti sugadintų simbolių',
  sort: 'Pagal tai slapyvardžių rikiuoti negalima',
  recipient: 'Tai ne gavėjo ID',
  domain: 'Tai ne domeno ID',
  format: 'Šis formatas nežinomas',
  expiration: 'Galiojimas turi būti day, week, month arba year',
  pageId: 'Puslapis turi būti skaičius nuo 0 (page_id)',
};

export const ruleFaultTexts: typeof en.ruleFaultTexts = {
  patternMissing: 'Kiekvienai taisyklei reikia šablono',
  patternTooLong: (max) => `Šablone gali būti ne daugiau kaip ${characters(max)}`,
  tooManyRules: (max) => `Domenas gali turėti ne daugiau kaip ${count(max, 'taisyklę', 'taisykles', 'taisyklių')}`,
  refusesAndForwards: 'Laiškus atmetanti taisyklė jų niekur nepersiunčia',
  refusesAndLabels: 'Laiškus atmetanti taisyklė nesukuria nieko, kam reikėtų žymų',
  tooManyLabels: (max) => `Taisyklė gali turėti ne daugiau kaip ${count(max, 'žymą', 'žymas', 'žymų')}`,
  pattern: (number, fault, position) => `${number} taisyklė: ${fault}, ties ${position} simboliu`,
  notInNames: (character) => `jokiame varde nėra ${character}`,
  tooComplicated: 'tai per sudėtinga',
  onlyOwnerForwards: 'Kur keliauja domeno laiškai, sprendžia tik domeno savininkas',
  onlyOwnerLabels: 'Naujiems domeno slapyvardžiams žymas duoda tik domeno savininkas',
  addressMissing: 'Reikia adreso',
  notOnDomain: 'Tai ne šio domeno adresas',
};

export const senderRuleFaults: typeof en.senderRuleFaults = {
  match: 'Įveskite adresą, domeną, pavyzdžiui, @example.com, arba sąrašą, pavyzdžiui, list:news.example.com',
  scope: 'Pasirinkite vieną slapyvardį arba visus',
  action: 'Pasirinkite: blokuoti, leisti arba sulaikyti',
  evenIfRejected: 'Atmestus laiškus praleisti gali tik leidžianti taisyklė',
};

export const holdDaysFaultText: typeof en.holdDaysFaultText = (max) =>
  `Laiškus galima sulaikyti nuo 0 iki ${count(max, 'dienos', 'dienų', 'dienų')}`;

export const siteFaults: typeof en.siteFaults = {
  host: 'Reikia svetainės vardo, pvz., shop.example',
};

/** What may be wrong with a name to send with. */
export const fromNameFaultTexts: typeof en.fromNameFaultTexts = {
  tooLong: (max) => `Siuntėjo vardas gali būti ne ilgesnis kaip ${characters(max)}`,
  invalid: 'Siuntėjo varde negali būti eilučių lūžių, nematomų ženklų, @, < ar >',
};

/** What may be wrong with what an owner writes about a domain. */
export const domainFaultTexts: typeof en.domainFaultTexts = {
  descriptionTooLong: (max) => `Aprašymas gali būti ne ilgesnis kaip ${characters(max)}`,
};
