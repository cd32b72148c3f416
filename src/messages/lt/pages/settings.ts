import type * as en from '#messages/pages/settings.ts';
import { count } from '#messages-lt/quantities.ts';

const aliasForms = ['slapyvardis', 'slapyvardžiai', 'slapyvardžių'] as const;

export const settingsMessages: typeof en.settingsMessages = {
  title: 'Nustatymai',
  intro: 'Kaip prisijungiate, kur keliauja jūsų laiškai ir kas saugoma',
  sections: 'Nustatymų skyriai',
  pages: {
    '/settings/sign-in': 'Prisijungimas',
    '/settings/security': 'Saugumas',
    '/settings/inboxes': 'Pašto dėžutės ir webhook adresai',
    '/settings/domains': 'Domenai',
    '/settings/api-keys': 'API raktai ir programėlės',
    '/settings/data': 'Duomenys',
  },
  pageTitle: (section) => `${section} · Nustatymai`,
  loading: 'Nustatymai įkeliami…',
  notLoaded: 'Jūsų nustatymų įkelti nepavyko.',
  notChanged: 'Nepakeista',
  keepIt: 'Palikti',
  remove: 'Pašalinti',
  removing: 'Šalinama…',
  removeOne: (name) => `Pašalinti ${name}`,
  askToRemove: (name) => `Pašalinti ${name}?`,
};

export const methodNames: typeof en.methodNames = {
  email: 'El. paštas ir slaptažodis',
  wallet: '„Solana“ piniginė',
  google: 'Google',
  passkey: 'Prieigos raktas',
};

export const profileMessages: typeof en.profileMessages = {
  title: 'Profilis',
  description: 'Kas jūs esate čia. Saugoma užšifruota, niekam kitam nerodoma.',
  email: 'El. paštas',
  confirmed: 'Patvirtintas',
  notConfirmed: 'Dar nepatvirtintas',
  ends: (day) => `Atverkite nuorodą, kurią jums atsiuntėme, šioje naršyklėje. Kitaip ši paskyra baigsis ${day}.`,
  wallet: 'Piniginė',
  signedInBy: 'Prisijungta per',
  memberSince: 'Narys nuo',
  name: 'Vardas',
  picture: 'Paveikslėlio adresas',
  edit: 'Keisti profilį',
};

export const methodMessages: typeof en.methodMessages = {
  title: 'Prisijungimo būdai',
  description: 'Kiekvienas vienas pats atveria jūsų paskyrą. Po pakeitimo visur kitur būsite atjungti.',
  notSetUp: 'Nenustatyta',
  onlyOne: 'Vienintelis jūsų prisijungimo būdas: prieš jį pašalindami pridėkite kitą.',
  opens: 'Atveria šią paskyrą',
  opensWithPasskey: 'Atveria šią paskyrą, po jo – prieigos raktas',
  linkGoogle: 'Susieti „Google“',
  linkWallet: 'Susieti piniginę',
  walletFailure: 'Prijungti piniginės nepavyko',
  removeDescription: 'Jis nebeatvers šios paskyros. Slapyvardžiai ir paskirties vietos liks.',
  removeFailure: 'Prisijungimo būdo pašalinti nepavyko',
  addPassword: 'Pridėti slaptažodį',
  addPasswordTitle: 'Prisijungti ir el. paštu',
  addPasswordDescription: 'Pašto dėžutės bus paprašyta pasitvirtinti.',
  addPasswordSubmit: 'Pridėti slaptažodį',
  addingPassword: 'Pridedama…',
  addPasswordFailure: 'Slaptažodžio pridėti nepavyko',
  googleFailed: 'Prisijungti su „Google“ nepavyko',
  recoveryCodes: 'Atkūrimo kodai',
};

export const googleFailures: typeof en.googleFailures = {
  denied: '„Google“ nebuvo leista pasakyti, kas jūs esate.',
  busy: 'Bandyta per dažnai. Šiek tiek palaukite ir bandykite dar kartą.',
  expired: 'Užtruko per ilgai arba pradėta kitoje naršyklėje. Bandykite dar kartą.',
  unverified: '„Google“ nėra patvirtinusi tos paskyros el. pašto.',
  unavailable: '„Google“ šiuo metu nepasiekiama. Bandykite vėliau.',
  taken: 'Ta „Google“ paskyra arba jos el. paštas čia priklauso kitai paskyrai.',
  mismatch: 'Tai ne ta „Google“ paskyra, kuri čia susieta.',
  locked: 'Ši paskyra užrakinta.',
};

export const passwordMessages: typeof en.passwordMessages = {
  title: 'Slaptažodis',
  description: 'Pakeitus slaptažodį, visur kitur būsite atjungti.',
  email: 'El. paštas',
  password: 'Slaptažodis',
  what: 'slaptažodį',
  current: 'Dabartinis slaptažodis',
  currentWhat: 'dabartinį slaptažodį',
  next: 'Naujas slaptažodis',
  nextWhat: 'naują slaptažodį',
  hint: (min) => `Bent ${count(min, 'simbolis', 'simboliai', 'simbolių')}`,
  change: 'Keisti slaptažodį',
  changing: 'Keičiama…',
  othersEnded: 'Visi kiti seansai baigti.',
  failure: 'Slaptažodžio pakeisti nepavyko',
};

export const secondFactorMessages: typeof en.secondFactorMessages = {
  title: 'Antrasis veiksnys',
  description: 'Kodas iš programėlės jūsų telefone, kurio paprašome po slaptažodžio.',
  on: 'Įjungta',
  off: 'Išjungta',
  setUp: 'Nustatyti',
  startFailure: 'Nustatyti antrojo veiksnio nepavyko',
  renew: 'Nauji atkūrimo kodai',
  renewFailure: 'Sukurti naujų atkūrimo kodų nepavyko',
  passkey: 'Po slaptažodžio prašyti prieigos rakto',
  passkeyText: 'Tada vien slaptažodis šios paskyros nebeatvers.',
  codesLeft: (left) =>
    `Liko ${count(left, 'atkūrimo kodas', 'atkūrimo kodai', 'atkūrimo kodų')}. Nauji pakeis visus senuosius.`,
  turnOff: 'Išjungti',
  turningOff: 'Išjungiama…',
  keepOn: 'Palikti įjungtą',
  offTitle: 'Išjungti antrąjį veiksnį?',
  offDescription: 'Tada šią paskyrą atvers vien slaptažodis.',
  offFailure: 'Išjungti antrojo veiksnio nepavyko',
  turnOn: 'Įjungti',
  turningOn: 'Įjungiama…',
  onTitle: 'Nustatykite autentifikavimo programėlę',
  onDescription: 'Nuskaitykite šį kodą programėle ir įveskite kodą, kurį ji parodys.',
  onFailure: 'Įjungti antrojo veiksnio nepavyko',
  qrCode: 'QR kodas autentifikavimo programėlei',
  copySecret: 'Kopijuoti paslaptį',
  code: 'Kodas',
  digitsHint: 'Šeši skaitmenys.',
  codeHint: 'Iš autentifikavimo programėlės arba atkūrimo kodas.',
};

export const sessionMessages: typeof en.sessionMessages = {
  title: 'Seansai',
  description: (idleDays, maxDays) =>
    `Kur esate prisijungę. Seansas baigiasi praėjus ${count(idleDays, 'dienai', 'dienoms', 'dienų')} po paskutinio naudojimo ir ${count(maxDays, 'dienai', 'dienoms', 'dienų')} po prisijungimo, net jei juo naudojatės. Seanso IP adresas neįrašomas.`,
  use: (since, lastUsed, end) => `Pirmą kartą ${since}, paskutinį kartą ${lastUsed}, baigsis ne vėliau kaip ${end}`,
  current: 'Šis seansas',
  end: 'Baigti',
  endOne: (device) => `Baigti ${device}`,
  endOthers: 'Baigti visus kitus seansus',
  failure: 'Seanso baigti nepavyko',
};

export const targetMessages: typeof en.targetMessages = {
  title: 'Paskirties vietos',
  description: 'Pašto dėžutės ir webhook adresai už jūsų slapyvardžių. Kiekviena pasitvirtina vieną kartą.',
  none: 'Paskirties vietų dar nėra. Jos atsiras su pirmuoju slapyvardžiu.',
  aliases: (total) => count(total, ...aliasForms),
  stopped: 'Sustabdė jos savininkas',
  disabled: 'Išjungta: nepriėmė laiškų',
  unverified: 'Dar nepatikrinta',
  unconfirmed: 'Laukia patvirtinimo',
  verified: 'Patikrinta',
  confirmed: 'Patvirtinta',
  details: 'Išsamiau',
  detailsOf: (target) => `Išsamiau apie ${target}`,
  sendAgain: 'Siųsti dar kartą',
  encrypted: 'Šifruojama',
  keyEnded: 'Rakto galiojimas baigėsi: laiškų negauna',
  sending: 'Siunčiama…',
  removeDescription:
    'Joks slapyvardis į ją nebepersiųs. Jei tai vienintelė slapyvardžio paskirties vieta, pirma pakeiskite arba ištrinkite tą slapyvardį.',
  removeFailure: 'Paskirties vietos pašalinti nepavyko',
  notSaved: 'Neišsaugota',
  saveFailure: 'Nustatymo išsaugoti nepavyko',
  sendingOf: {
    maySend: {
      label: 'Atsakymai iš jos siunčiami',
      text: 'Išjungus ji tik skaito: ką iš jos atsakote, nesiunčiama, ir jums pranešama kodėl.',
    },
    dropKeys: {
      label: 'Pašalinti raktus',
      text: 'Viešieji raktai, kuriuos prideda pašto programa, iš atsakymų pašalinami. Kitaip toks atsakymas atmetamas.',
    },
    dropSignatures: {
      label: 'Pašalinti parašus',
      text: 'OpenPGP ir S/MIME parašai nuo atsakymų pašalinami. Kitaip toks atsakymas atmetamas.',
    },
  },
  spfLabel: 'Teikėjas nepasirašo laiškų: atsakymus patvirtinti vien SPF',
  spfText:
    'Tik jei jūsų atsakymai atmetami. SPF parodo, kuris serveris išsiuntė atsakymą; DKIM parašas – kad niekas jo nepakeitė.',
  spfWarning: 'Teikėjas, leidžiantis klientams siųsti bet kuriuo adresu, leidžia jiems ir atsakyti jūsų vardu.',
};

export const webhookMessages: typeof en.webhookMessages = {
  verify: 'Patikrinti dabar',
  verifying: 'Tikrinama…',
  enable: 'Įjungti',
  enabling: 'Įjungiama…',
  enabled: 'Laukę laiškai siunčiami dabar.',
  enableFailure: 'Webhook adreso įjungti nepavyko',
  notDone: 'Neatlikta',
  secret: 'Pasirašymo paslaptis',
  showSecret: 'Rodyti paslaptį',
  hideSecret: 'Slėpti paslaptį',
  copySecret: 'Kopijuoti paslaptį',
  newSecret: 'Nauja paslaptis',
  showFailure: 'Paslapties įkelti nepavyko',
  formerUntil: (time) => `Ankstesnė paslaptis irgi pasirašo – iki ${time}.`,
  rotateTitle: 'Sukurti naują pasirašymo paslaptį?',
  rotateDescription: (hours) =>
    `${count(hours, 'valandą', 'valandas', 'valandų')} kiekviena užklausa bus pasirašoma ir senąja, ir naująja paslaptimi, ` +
    'paskui – tik naująja. Dar ankstesnė paslaptis nustos galioti iš karto.',
  rotate: 'Sukurti naują',
  rotating: 'Kuriama…',
  rotated: 'Nauja paslaptis sukurta',
  rotatedDescription: (hours) => `Senoji dar pasirašo ${count(hours, 'valandą', 'valandas', 'valandų')}.`,
  rotateFailure: 'Naujos paslapties sukurti nepavyko',
  delivery: 'Pristatymas',
  test: 'Siųsti bandymą',
  replay: 'Siųsti laukiančius laiškus dabar',
  sending: 'Siunčiama…',
  taken: 'Bandymas priimtas',
  notTaken: 'Bandymas nepriimtas',
  testFailure: 'Bandymo išsiųsti nepavyko',
  replayFailure: 'To, kas laukia, išsiųsti dar kartą nepavyko',
};

export const apiKeyMessages: typeof en.apiKeyMessages = {
  title: 'API raktai',
  description:
    'Slaptažodžių tvarkytuvėms, naršyklių plėtiniams ir scenarijams. Raktas su slapyvardžiais daro tai, ką leidžiate, ir niekada neatveria paskyros.',
  create: 'Sukurti raktą',
  guide: 'Kaip nustatyti „Bitwarden“ ir kitus',
  expired: 'Nebegalioja',
  use: (since, lastUsed) =>
    `Nuo ${since}, ${lastUsed === null ? 'dar nenaudotas' : `paskutinį kartą naudotas ${lastUsed}`}`,
  usedUntil: (use, end) => `${use}, baigiasi ${end}`,
  revoke: 'Atšaukti',
  revokeOne: (name) => `Atšaukti ${name}`,
  revoking: 'Atšaukiama…',
  revokeTitle: (name) => `Atšaukti ${name}?`,
  revokeDescription: 'Programa, kuri jį naudoja, iš karto praras prieigą. Jos sukurti slapyvardžiai liks.',
  revokeFailure: 'Rakto atšaukti nepavyko',
  createTitle: 'Sukurti API raktą',
  createDescription: 'Po vieną kiekvienai programai, kad kiekvieną būtų galima atšaukti.',
  createSubmit: 'Sukurti',
  creating: 'Kuriama…',
  createFailure: 'Rakto sukurti nepavyko',
  name: 'Pavadinimas',
  nameHint: 'Pavyzdžiui, „Bitwarden mano telefone“.',
  scope: 'Ką jis gali',
  scopes: {
    create: 'Kurti slapyvardžius',
    use: 'Kurti, rasti ir stabdyti slapyvardžius, blokuoti siuntėjus ir jiems rašyti',
    aliases: 'Slapyvardžiai ir paskirties vietos',
    all: 'Slapyvardžiai, paskirties vietos ir SMTP duomenys',
  },
  expiresAfter: 'Nustoja galioti po',
  never: 'Niekada',
  life: (days) => (days === 365 ? 'Metų' : count(days, 'dienos', 'dienų', 'dienų')),
  newTitle: 'Jūsų naujas API raktas',
  newDescription: 'Nukopijuokite jį į programą, kuriai jis skirtas: daugiau jis nebus rodomas.',
  key: 'API raktas',
  serverUrl: 'Serverio URL',
  keptIt: 'Išsisaugojau',
  defaultTarget: 'Numatytoji paskirties vieta',
  defaultTargetHint: 'Skirta slapyvardžiams, kuriuos kuria programos.',
  oldestInbox: 'Seniausia patvirtinta pašto dėžutė',
  ownEmail: 'Mano el. paštas',
  defaultTargetFailure: 'Numatytosios paskirties vietos išsaugoti nepavyko',
};

export const exportMessages: typeof en.exportMessages = {
  title: 'Eksportas',
  description: 'Jūsų duomenys yra jūsų. JSON faile yra viskas, kas apie jus saugoma.',
  json: 'Viskas JSON formatu',
  jsonFile: 'kauke-paskyra.json',
  csv: 'Slapyvardžiai CSV formatu',
  csvFile: 'kauke-slapyvardziai.csv',
  failed: 'Eksportuoti nepavyko',
  failure: 'Jūsų duomenų eksportuoti nepavyko',
};
