import type * as en from '#messages/pages/account/offers.ts';
import { count } from '#messages-lt/quantities.ts';

export const offerMessages: typeof en.offerMessages = {
  open: 'Perduoti kitai paskyrai',
  title: (name) => `Perduoti ${name}?`,
  alias:
    'Kas atvers nuorodą, perims adresą ir nieko daugiau: nei pašto dėžutės, nei pastabos, žymos, taisyklės, kontakto, slaptažodžio ar sulaikytų laiškų. Jūsiškiai tada ištrinami, ir adresas nebegrįžta.',
  domain:
    'Kas atvers nuorodą, nuo tada valdys domeną. Jo taisyklės, visų vardų gaudymas, pašto dėžutės ir kvietimai ištrinami; nariai pasilieka slapyvardžius. Savo įrašui paskelbti jis turi savaitę.',
  loading: 'Įkeliama…',
  notLoaded: 'Įkelti nepavyko.',
  withAliases: 'Kartu pereina ir mano slapyvardžiai jame',
  withAliasesHint: 'Kitaip juos pasiliekate ir galite toliau jame kurti slapyvardžius.',
  make: 'Sukurti nuorodą',
  makeAnother: 'Sukurti kitą nuorodą',
  making: 'Kuriama…',
  failure: 'Nuorodos sukurti nepavyko',
  link: 'Nuoroda vienai paskyrai',
  linkHint: (day) =>
    `Ji veikia vieną kartą, iki ${day}, ir rodoma tik dabar. Gavėjas prisijungia, pamato, kas tai, ir priima. Iki tol niekas nesikeičia.`,
  offered: (day) => `Nuoroda jau yra, galioja iki ${day}. Nauja ją panaikins.`,
  withdraw: 'Atsiimti nuorodą',
  withdrawing: 'Atsiimama…',
  withdrawFailure: 'Nuorodos atsiimti nepavyko',
};

export const takeMessages: typeof en.takeMessages = {
  signInFirst:
    'Prisijunkite, kad pamatytumėte, kas jums siūloma. Jei prisijungiate su „Google“, paskui atverkite nuorodą dar kartą.',
  unusable: 'Ši nuoroda nebeveikia',
  unusableDescription: (days) =>
    `Ji panaudota, atsiimta, nukopijuota ne visa arba senesnė nei ${count(days, 'diena', 'dienos', 'dienų')}. Paprašykite naujos.`,
  notLoaded: 'Nuorodos patikrinti nepavyko',
  tryAgain: 'Bandyti dar kartą',
  own: 'Tai jūsų pačių nuoroda',
  ownDescription: 'Nusiųskite ją tam, kas turi perimti. Atsiimti galite ten, kur ją sukūrėte.',
  titles: { alias: 'Perimti šį slapyvardį?', domain: 'Perimti šį domeną?' },
  name: 'Vardas',
  aliases: 'Slapyvardžiai',
  aliasesOf: (aliases) => (aliases === 0 ? 'Kartu nepereina nė vienas' : `Kartu pereina: ${aliases}`),
  members: 'Nariai',
  membersOf: (members) => `${count(members, 'paskyra', 'paskyros', 'paskyrų')}, slapyvardžiai lieka joms`,
  until: 'Iki',
  explanations: {
    alias: 'Nuo tada jam skirti laiškai ateina jums. Iš to, kas atėjo anksčiau, nieko negaunate.',
    domain: 'Nuo tada jis jūsų. Per savaitę paskelbkite savo įrašą, kurį rodo nustatymai: be jo domeną prarasite.',
  },
  forwardTo: 'Persiųsti į',
  standard: 'Jūsų numatytoji pašto dėžutė',
  unconfirmed: (inbox) => `${inbox} (nepatvirtinta)`,
  take: 'Perimti',
  taking: 'Perimama…',
  notNow: 'Ne dabar',
  failed: 'Neperimta',
  noAnswer: 'Serveris neatsakė. Bandykite dar kartą.',
  taken: (name) => `${name} yra jūsų`,
  takenDescriptions: {
    alias: 'Jis jūsų sąraše.',
    domain: 'Nustatymai rodo, kurį įrašą paskelbti.',
  },
  toDashboard: 'Į pradžios skydelį',
  toSettings: 'Į nustatymus',
};

export const domainAliasMessages: typeof en.domainAliasMessages = {
  title: 'Visų narių slapyvardžiai',
  member: 'Kieno',
  everybody: 'Visų',
  former: 'Nebe narys',
  states: {
    on: 'Įjungtas',
    paused: 'Sustabdytas',
    ended: 'Pasibaigęs',
    waiting: 'Laukia',
    role: 'Laiškų nepriima: šį vardą gali turėti tik domeno savininkas ir administratoriai',
  },
  facts: (member, state) => `${member} · ${state}`,
  none: 'Jų nėra.',
  loading: 'Įkeliama…',
  notLoaded: 'Slapyvardžių įkelti nepavyko.',
  next: 'Kitas',
  previous: 'Ankstesnis',
};

export const roleNameMessages: typeof en.roleNameMessages = {
  title: 'Vardai, kurie kalba už jūsų domeną',
  description:
    'Šiais vardais sertifikatų išdavėjai ir kiti serveriai klausia, kieno yra domenas. Dabar juos turi kiti. Atidavus vardą savininkui, jo laiškai eis į domeno pašto dėžutę; kas jį turėjo, nieko iš jo nepasilieka ir gauna pranešimą.',
  give: 'Atiduoti savininkui',
  giving: 'Atiduodama…',
  failure: 'Nepavyko atiduoti savininkui',
  notLoaded: 'Jų įkelti nepavyko.',
};
