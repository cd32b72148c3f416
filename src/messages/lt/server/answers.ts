import type * as en from '#messages/server/answers.ts';
import { count } from '#messages-lt/quantities.ts';

const deeds = { changed: 'Pakeista', deleted: 'Ištrinta', restored: 'Atkurta' };

function days(total: number): string {
  return count(total, 'dieną', 'dienas', 'dienų');
}

export const answers: typeof en.answers = {
  signedOut: 'Atsijungta',
  identityConfirmed: 'Tapatybė patvirtinta',
  methodAdded: 'Prisijungimo būdas pridėtas',
  methodRemoved: 'Prisijungimo būdas pašalintas',
  passkeyRenamed: 'Prieigos raktas pervadintas',
  passkeyRequired: (required) =>
    required ? 'Po slaptažodžio prašoma prieigos rakto' : 'Prisijungiama vien slaptažodžiu',
  profileSaved: 'Profilis išsaugotas',
  pictureSaved: 'Paveikslėlis išsaugotas',
  pictureRemoved: 'Paveikslėlis pašalintas',
  resetLinkSent: 'Jei tas adresas turi paskyrą, nuoroda jau keliauja.',
  passwordReset: 'Slaptažodis pakeistas. Prisijunkite.',
  accountLocked: 'Viskas užrakinta',
  accountUnlocked: 'Jūsų paskyra atrakinta',
  passwordChanged: 'Slaptažodis pakeistas',
  secondFactorLinkSent: 'Nuoroda keliauja į jūsų paskyros el. paštą.',
  secondFactorKept: 'Antrasis veiksnys lieka įjungtas',
  secondFactorOff: 'Antrasis veiksnys išjungtas',
  sessionEnded: 'Seansas baigtas',
  otherSessionsEnded: 'Visi kiti seansai baigti',
  accountDeleted: 'Paskyra ištrinta',
  accountRestored: 'Viskas kaip buvę.',
  apiKeyRevoked: 'API raktas atšauktas',
  credentialDeleted: 'SMTP duomenys ištrinti',
  aliasCreated: 'Jūsų el. pašto slapyvardis sukurtas',
  aliasUpdated: 'Slapyvardis pakeistas',
  aliasToggled: (active) => (active ? 'Slapyvardis įjungtas' : 'Slapyvardis sustabdytas'),
  aliasesChanged: (many, deed) => `${deeds[deed]}: ${count(many, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')}`,
  aliasDeleted: 'Slapyvardis ištrintas',
  aliasRestored: 'Slapyvardis atkurtas',
  senderExpected: 'Pažymėta: jie gali rašyti šiam slapyvardžiui',
  rulesSaved: 'Taisyklės išsaugotos',
  aliasErased: 'Slapyvardis ištrintas visam laikui',
  undone: 'Atšaukta',
  undoneInPart: 'Atšaukta, išskyrus tai, kas pakeista vėliau',
  countsSaved: (on) =>
    on ? 'Nuo šiol laiškai skaičiuojami' : 'Niekas nebeskaičiuojama, o kas suskaičiuota – ištrinta',
  labelDeleted: 'Žyma ištrinta',
  languageSaved: 'Kalba išsaugota',
  binSaved: (kept) =>
    kept === 0
      ? 'Nuo šiol ištrinti slapyvardžiai dingsta iš karto'
      : `Ištrinti slapyvardžiai šiukšlinėje lieka ${days(kept)}`,
  choiceSaved: 'Pasirinkimas išsaugotas',
  unchanged: 'Niekas nepakeista',
  holdingSaved: (held) =>
    held === 0
      ? 'Nuo šiol laiškai, kurie būtų atmesti, atmetami'
      : `Nuo šiol laiškai, kurie būtų atmesti, sulaikomi ${days(held)}`,
  digestSaved: (on) =>
    on ? 'Apie sulaikytus laiškus gausite vieną laišką per dieną' : 'Apie sulaikytus laiškus nebepranešama',
  heldReleased: (allowed) => (allowed ? 'Išleista. Nuo šiol šio siuntėjo laiškai praleidžiami' : 'Išleista'),
  heldDeleted: 'Sulaikytas laiškas ištrintas',
  senderRuleSaved: 'Taisyklė išsaugota',
  siteNoted: (used) => (used ? 'Nuo šiol šioje svetainėje' : 'Šioje svetainėje nebenaudojamas'),
  senderRuleDeleted: 'Taisyklė ištrinta',
  traceEnded: 'Šis slapyvardis nebestebimas',
  contactBlocked: (blocked) => (blocked ? 'Siuntėjas užblokuotas' : 'Siuntėjas nebeblokuojamas'),
  inboxAsked: 'Naujos pašto dėžutės klausiama. Kol ji nesutiks, niekas nesikeis',
  inboxKept: 'Pašto dėžutė pasilieka savo adresą',
  defaultTargetSaved: 'Numatytoji paskirties vieta išsaugota',
  confirmationSent: 'Patvirtinimo laiškas išsiųstas',
  targetConfirmed: 'Pašto dėžutė patvirtinta',
  targetStopped: 'Persiuntimas į šią pašto dėžutę sustabdytas',
  keyStored: 'Raktas įrašytas. Nuo šiol laiškai į šią pašto dėžutę šifruojami.',
  keyRemoved: 'Raktas pašalintas. Laiškai į šią pašto dėžutę siunčiami nešifruoti.',
  keyRead: 'Kol kas nieko neįrašyta',
  targetChanged: 'Paskirties vieta pakeista',
  targetRemoved: 'Paskirties vieta pašalinta',
  webhookEnabled: 'Webhook adresas įjungtas',
  webhookReplayed: (messages) =>
    messages === 0
      ? 'Šiam webhook adresui niekas nelaukia'
      : `Dar kartą siunčiama: ${count(messages, 'laiškas', 'laiškai', 'laiškų')}`,
  feedbackSent: 'Ačiū. Jūsų žodžiai jau keliauja.',
};

export const webhookAnswers: typeof en.webhookAnswers = {
  faults: {
    'no-address': 'Serverio vardas neveda prie adreso, prie kurio mums leidžiama jungtis.',
    unreachable: 'Šiuo adresu ir prievadu niekas nepriima ryšio.',
    tls: 'Serveris neparodė galiojančio savo vardo TLS sertifikato.',
    timeout: 'Adresas neatsakė per 30 sekundžių.',
    lost: 'Ryšys nutrūko anksčiau, nei adresas atsakė.',
    busy: 'Šiuo metu į šį serverį vyksta per daug užklausų. Netrukus bandykite dar kartą.',
  },
  taken: (status) => `Adresas atsakė ${status}.`,
  notTaken: (status, isRedirect) =>
    `Adresas atsakė ${status}${isRedirect ? ' – tai nukreipimas, kuriuo nesekame' : ''}. Jis turi atsakyti 2xx.`,
  test: 'Tai „Kauke“ bandymas. Laiškai ateina kaip email.received.',
};

export const importWords: typeof en.importWords = {
  line: (line, fault) => `${line} eilutė ${fault}`,
  fieldsDiffer: 'turi kitą laukų skaičių nei antraštė',
  quoteOpen: 'pradeda lauką kabutėse, kuris nesibaigia',
  notCsv: 'nėra tinkamas CSV',
  headerUnknown:
    '1 eilutė turi įvardyti „Kauke“, „SimpleLogin“ arba „addy.io“ eksporto stulpelius, atskirtus kableliais, kabliataškiais arba tabuliavimo ženklais',
  tooManyRows: (max) => `Faile gali būti ne daugiau kaip ${count(max, 'eilutė', 'eilutės', 'eilučių')}`,
  tooManyUnavailable: (max) =>
    `Per dieną importuojant gali pasitaikyti ne daugiau kaip ${count(max, 'neprieinamas vardas', 'neprieinami vardai', 'neprieinamų vardų')}. Importuokite mažiau eilučių arba palaukite.`,
  tooManyMade: (max) =>
    `Per dieną importuojant galima sukurti ${count(max, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}. Importuokite mažiau eilučių arba palaukite.`,
  tooManyDomains: (max) =>
    `Per valandą importuojant galima pridėti ${count(max, 'domeną', 'domenus', 'domenų')}. Palaukite.`,
  accountRules: 'Kas galioja visai paskyrai: siuntėjų taisyklės, žymės ir kas nutinka laiškams',
  holdDaysUnreadable: (max) => `Sulaikymo dienų skaičius turi būti nuo 0 iki ${max}`,
  domainUnreadable: 'Domeno visų vardų gaudymo nuostatos arba taisyklių perskaityti negalima',
  domainYours: 'Šis domenas jau jūsų ir lieka toks, koks yra',
  domainBrought:
    'Paskelbkite jo įrašus, kad čia įrodytumėte, jog jis jūsų, tada importuokite failą dar kartą dėl jo slapyvardžių',
  domainGiven: 'Importuokite failą dar kartą dėl jo slapyvardžių',
  domainSettings: 'Jo visų vardų gaudymas ir taisyklės',
  domainUnproven: (name) => `Pirma čia įrodykite, kad ${name} jūsų, tada importuokite failą dar kartą`,
  rulesUnreadable: 'Siuntėjų taisyklių perskaityti negalima: rašykite block, allow arba hold ir siuntėją, atskirdami ;',
  settingsUnreadable: 'Nuostatų perskaityti negalima: rašykite jas kaip eksporte, atskirdami ;',
  keySet: 'Laiškai į šią pašto dėžutę nuo šiol šifruojami',
  keyYours: 'Ši pašto dėžutė šį raktą jau turi',
  keyOther: 'Ši pašto dėžutė jau turi kitą raktą, kuris lieka',
  keyWithoutInbox: 'Raktui reikia vienos pašto dėžutės, kuriai jis skirtas',
  tooManyKeys: (max) =>
    `Faile gali būti ne daugiau kaip ${count(max, 'pašto dėžutės raktas', 'pašto dėžučių raktai', 'pašto dėžučių raktų')}`,
  yours: 'Šis slapyvardis jau jūsų',
  repeated: 'Šį adresą jau turi ankstesnė eilutė',
  deleted: 'Ištrintas kitoje paslaugoje',
  unreadable: 'Šios eilutės perskaityti negalima',
  notesCut: (max) => `Jo pastabos sutrumpintos iki ${count(max, 'simbolio', 'simbolių', 'simbolių')}`,
};

export const passkeyNames: typeof en.passkeyNames = {
  service: 'Kauke',
  account: (day) => `„Kauke“ paskyra, ${day}`,
};

export const walletStatement: typeof en.walletStatement =
  'Prisijungti prie „Kauke“. Tai nieko nekainuoja ir nieko neperkelia.';

export const deviceWords: typeof en.deviceWords = (program, system) => {
  if (program !== null && system !== null) return `${program} (${system})`;
  return program ?? system ?? 'Nežinomas įrenginys';
};

export const pairedKeyName: typeof en.pairedKeyName = (device) => `„Kauke“ plėtinys (${device})`;
