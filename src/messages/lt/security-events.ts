import type * as en from '#messages/security-events.ts';
import { count } from './quantities.ts';

type EventFacts = Parameters<typeof en.securityEventText>[0];

const methods: Readonly<Record<string, string>> = {
  password: 'el. paštas ir slaptažodis',
  google: '„Google“',
  wallet: 'piniginė',
  passkey: 'prieigos raktas',
};

const scopes: Readonly<Record<string, string>> = {
  create: 'Jis gali kurti slapyvardžius.',
  aliases: 'Jis gali skaityti ir keisti slapyvardžius.',
  all: 'Jis gali skaityti ir keisti slapyvardžius bei kurti SMTP slaptažodžius.',
};

function methodOf({ method }: EventFacts): string {
  return methods[method ?? ''] ?? 'nežinomas';
}

function keyMade({ name, scope }: EventFacts): string {
  const made = name === undefined ? 'Sukurtas API raktas.' : `Sukurtas API raktas „${name}“.`;
  const reach = scopes[scope ?? ''];
  return reach === undefined ? made : `${made} ${reach}`;
}

const sentences: Readonly<Record<string, string | ((facts: EventFacts) => string)>> = {
  password_changed: 'Pakeistas slaptažodis.',
  second_factor_on: 'Įjungtas antrasis veiksnys.',
  second_factor_off: 'Išjungtas antrasis veiksnys.',
  second_factor_reset_asked: 'Kažkas, žinantis slaptažodį, paprašė išjungti antrąjį veiksnį.',
  data_exported: 'Eksportuoti paskyros duomenys.',
  deletion_begun: 'Paskyra ištrinta. Septynias dienas ją galima susigrąžinti prisijungus.',
  five_failures: 'Kažkas penkis kartus nesėkmingai bandė prisijungti.',
  locked: 'Viskas užrakinta: visi seansai, API raktai ir SMTP duomenys panaikinti, niekas nesiunčiama.',
  unlocked: 'Paskyra atrakinta.',
  suspended: ({ scope }) =>
    `Operatorius laikinai uždraudė ${scope === 'all' ? 'paskyrą' : 'siuntimą'}. Kodėl – parašyta paskyros skydelyje.`,
  recovery_link_made:
    'Operatorius sukūrė nuorodą naujam slaptažodžiui, kuri veiks po 72 valandų. Užrakinus paskyrą ji panaikinama.',
  resumed: 'Operatorius panaikino paskyros draudimą.',
  method_added: (facts) => `Pridėtas prisijungimo būdas: ${methodOf(facts)}.`,
  method_removed: (facts) => `Pašalintas prisijungimo būdas: ${methodOf(facts)}.`,
  key_made: keyMade,
  credential_made: ({ alias }) => `Sukurtas SMTP slaptažodis siųsti iš ${alias ?? 'vieno jos slapyvardžių'}.`,
  account_credential_made: ({ scope, name }) =>
    scope === 'all'
      ? 'Sukurtas SMTP slaptažodis siųsti iš bet kurio jos slapyvardžio.'
      : `Sukurtas SMTP slaptažodis siųsti iš jos slapyvardžių ${name === undefined ? 'viename jos domenų' : `domene ${name}`}.`,
  new_device: ({ device }) =>
    device === undefined ? 'Kažkas prisijungė nauju įrenginiu.' : `Kažkas prisijungė nauju įrenginiu: ${device}.`,
  alias_sent_elsewhere: ({ alias }) =>
    alias === undefined
      ? 'Vieno jos slapyvardžių laiškai dabar keliauja kitur.'
      : `Laiškai, skirti ${alias}, dabar keliauja kitur.`,
  inbox_key_set: 'Pašto dėžutei suteiktas raktas: nuo šiol laiškai į ją šifruojami.',
  inbox_key_removed: 'Pašto dėžutės raktas pašalintas: laiškai į ją siunčiami nešifruoti.',
  inbox_subject_hidden: 'Nuo šiol pašto dėžutei šifruojami laiškai slepia ir savo temą.',
  inbox_subject_shown:
    'Pašto dėžutei šifruojami laiškai nebeslepia savo temos: ją gali perskaityti kiekvienas, kas juos perduoda.',
  alias_in_clear: ({ alias }) =>
    `Laiškai ${alias === undefined ? 'vienam iš jos slapyvardžių' : `adresu ${alias}`} nebešifruojami, kad ir kokius raktus turi pašto dėžutės.`,
  inbox_removed: ({ own }) =>
    own === true
      ? 'Ši pašto dėžutė pašalinta: ji nebegaus nei slapyvardžių laiškų, nei perspėjimų.'
      : 'Pašalinta pašto dėžutė.',
  default_inbox_changed: ({ scope, name }) => {
    const where = name === undefined ? 'viename jos domenų' : `domene ${name}`;
    if (scope === 'names') return `Pakeista, iš kurių vardų ${where} laiškai sukuria slapyvardį.`;
    return scope === 'domain'
      ? `Nauji slapyvardžiai ${where} dabar persiunčia kitur.`
      : 'Nauji slapyvardžiai dabar persiunčia į kitą pašto dėžutę.';
  },
  domain_failing: ({ name }) =>
    `DNS nebeįrodo, kad ${name ?? 'vienas jos domenų'} yra jūsų. Vėl paskelbkite įrašą, kitaip maždaug per savaitę domenas bus prarastas; įrašą ir dieną rodo nustatymai.`,
  domain_lost: ({ name }) =>
    `Paskyra prarado domeną${name === undefined ? '' : ` ${name}`}: DNS jo nebeįrodo. Iki tol jo slapyvardžiai laiškų nepriima.`,
  offer_made: ({ name }) =>
    `Sukurta nuoroda, kuri perduoda ${name ?? 'slapyvardį arba domeną'} kitai paskyrai. Panaikinti ją galima nustatymuose.`,
  passed_on: ({ name }) => `${name ?? 'Slapyvardis arba domenas'} perėjo kitai paskyrai, kaip buvo pasiūlyta.`,
  taken_over: ({ name }) =>
    `${name ?? 'Kitos paskyros slapyvardis arba domenas'} perėjo šiai paskyrai, kaip buvo priimta.`,
  role_left: ({ name }) =>
    `${name ?? 'Slapyvardis'} turi pareigų vardą ir perėjo domeno savininkui, kaip nusprendė domeno administratorius.`,
  role_came: ({ name }) =>
    `${name ?? 'Kitos paskyros slapyvardis'} iš kitos paskyros perėjo šiai, domeno savininkui, kaip nusprendė domeno administratorius.`,
};

export const securityEventText: typeof en.securityEventText = (facts) => {
  const sentence = sentences[facts.kind] ?? 'Kažkas pakeista.';
  return typeof sentence === 'string' ? sentence : sentence(facts);
};

const subjects: Readonly<Record<string, string>> = {
  password_changed: 'Pakeistas slaptažodis',
  second_factor_on: 'Įjungtas antrasis veiksnys',
  second_factor_off: 'Išjungtas antrasis veiksnys',
  data_exported: 'Eksportuoti paskyros duomenys',
  deletion_begun: 'Ištrinta paskyra',
  five_failures: 'Penki nesėkmingi bandymai prisijungti',
  locked: 'Užrakinta paskyra',
  unlocked: 'Atrakinta paskyra',
  suspended: 'Paskyra laikinai uždrausta',
  recovery_link_made: 'Kažkas paprašė operatoriaus atkurti paskyrą',
  resumed: 'Paskyros draudimas panaikintas',
  method_added: 'Pridėtas prisijungimo būdas',
  method_removed: 'Pašalintas prisijungimo būdas',
  key_made: 'Sukurtas API raktas',
  credential_made: 'Sukurtas SMTP slaptažodis',
  account_credential_made: 'Sukurtas SMTP slaptažodis keliems slapyvardžiams',
  new_device: 'Prisijungta nauju įrenginiu',
  alias_sent_elsewhere: 'Slapyvardis dabar persiunčia kitur',
  inbox_key_set: 'Pašto dėžutei suteiktas raktas',
  inbox_key_removed: 'Pašto dėžutės raktas pašalintas',
  inbox_subject_hidden: 'Šifruojamų laiškų tema dabar slepiama',
  alias_in_clear: 'Slapyvardžio laiškai nebešifruojami',
  inbox_subject_shown: 'Šifruojamų laiškų tema nebeslepiama',
  inbox_removed: 'Pašalinta pašto dėžutė',
  default_inbox_changed: 'Pakeista, kas vyksta su naujais slapyvardžiais',
  domain_failing: 'Domenas nebeįrodytas',
  domain_lost: 'Prarastas domenas',
  offer_made: 'Slapyvardis arba domenas pasiūlytas kitai paskyrai',
  passed_on: 'Slapyvardis arba domenas perėjo kitai paskyrai',
  taken_over: 'Perimtas slapyvardis arba domenas',
  role_left: 'Slapyvardis perėjo domeno savininkui',
  role_came: 'Domeno savininkas gavo slapyvardį',
};

export const securitySubject: typeof en.securitySubject = (kinds) => {
  const [first] = kinds;
  const alike = first !== undefined && kinds.every((kind) => kind === first);
  return (
    (alike && subjects[first]) || `„Kauke“ paskyroje – ${count(kinds.length, 'pakeitimas', 'pakeitimai', 'pakeitimų')}`
  );
};

export const securityMessages: typeof en.securityMessages = {
  title: 'Saugumas',
  description:
    'Kas nutiko jūsų paskyroje per paskutines 90 dienų. Kiekvienai patvirtintai pašto dėžutei pranešama laišku.',
  warned: (inboxes) => `Laišku perspėjama ${count(inboxes, 'pašto dėžutė', 'pašto dėžutės', 'pašto dėžučių')}.`,
  nobodyWarned:
    'Niekas neperspėjamas: jūsų paskyroje nėra patvirtintos pašto dėžutės. Patvirtinkite bent vieną, kad sužinotumėte, kas čia vyksta.',
  toInboxes: 'Patvirtinti pašto dėžutę',
  none: 'Kol kas nieko nenutiko.',
  showAll: (total) => `Rodyti visus (${total})`,
  lock: 'Užrakinti viską',
  lockTitle: 'Užrakinti viską?',
  lockDescription:
    'Baigsis visi seansai, taip pat ir šis, bus panaikinti visi API raktai ir SMTP slaptažodžiai; jų sugrąžinti negalima. Jūsų ' +
    'slapyvardžių vardu nieko nebus siunčiama, kol neatrakinsite. Jiems skirti laiškai vis dar ateis.',
  lockPassword: 'Jūsų slaptažodis nieko nebeatvers: per „Pamiršote slaptažodį?“ susikurkite naują.',
  locking: 'Užrakinama…',
  keepOpen: 'Atsisakyti',
  lockFailure: 'Paskyros užrakinti nepavyko',
  locked: (day) => `Užrakinta nuo ${day}: jūsų slapyvardžių vardu nieko nesiunčiama.`,
  lockedHint: 'Pirma peržiūrėkite sąrašą bei prisijungimo būdus ir pašalinkite tai, kas ne jūsų.',
  unlock: 'Atrakinti ir vėl siųsti',
  unlocking: 'Atrakinama…',
  unlockFailure: 'Paskyros atrakinti nepavyko',
};

export const andMore: typeof en.andMore = (alias, more) => (more === 0 ? alias : `${alias} ir dar ${more}`);
