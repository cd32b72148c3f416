import type * as en from '#messages/pages/account/domains.ts';
import { count } from '#messages-lt/quantities.ts';

export const domainMessages: typeof en.domainMessages = {
  title: 'Domenai',
  description: 'Naudokite slapyvardžius savo domene. Niekam kitam jis nerodomas, ir galite jį išsinešti kitur.',
  guide: 'Kaip atsinešti domeną',
  label: 'Domenas',
  hint: (below, own) => {
    const [first] = below;
    const sub = first === undefined ? '' : `tokį vardą kaip ruta.${first}`;
    if (!own) return `Pasirinkite ${sub}.`;
    return sub === '' ? 'Pavyzdžiui, example.org arba mail.example.org.' : `Pavyzdžiui, mail.example.org arba ${sub}.`;
  },
  add: 'Pridėti domeną',
  adding: 'Pridedama…',
  addFailure: 'Domeno pridėti nepavyko',
  missing: 'Įveskite domeną.',
  check: 'Tikrinti dabar',
  checking: 'Tikrinama…',
  checkFailure: 'Domeno patikrinti nepavyko',
  actions: 'Veiksmai',
  actionsOf: (name) => `Veiksmai: ${name}`,
  closeOf: (part) => `Užverti: ${part}`,
  catchAll: 'Visų vardų gaudymas',
  catchAllOf: (name) => `Visų vardų gaudymas domene ${name}`,
  remove: 'Pašalinti',
  removeOne: (name) => `Pašalinti ${name}`,
  removeTitle: (name) => `Pašalinti ${name}?`,
  removeDescription:
    'Nebekursite jame slapyvardžių. Jei domenas jūsų, prieš tai turi būti ištrinti jo slapyvardžiai; esantys šiukšlinėje dings kartu, o jam skirti laiškai iš karto bus atmetami.',
  removeFailure: 'Domeno pašalinti nepavyko',
  records: (name) => `${name} įrašai`,
  show: 'Rodyti įrašus',
  showOf: (name) => `Rodyti įrašus: ${name}`,
  hide: 'Slėpti įrašus',
  hideOf: (name) => `Slėpti įrašus: ${name}`,
  missingRecords: (missing) =>
    missing === 0
      ? 'Visi įrašai paskelbti.'
      : `Ne tokie, kokie turėtų būti: ${count(missing, 'įrašas', 'įrašai', 'įrašų')}.`,
  unchecked: 'Jo įrašai dar netikrinti.',
  sub: 'Duotas jums. Skelbti nieko nereikia.',
  maker: 'Galite jame kurti slapyvardžius.',
  failing: (day) => `Kol kas viskas veikia. Iki ${day} vėl paskelbkite pirmąjį įrašą, kitaip domeną prarasite.`,
  proofDue: (day) =>
    `Jis perėjo jums. Iki ${day} paskelbkite pirmąjį įrašą vietoj buvusio savininko įrašo, kitaip domeną prarasite.`,
  states: {
    unverified: {
      chip: 'Nepatikrintas',
      note: 'Laiškų dar nepriima. Paskelbkite įrašus ten, kur tvarkote domeną, ir patikrinkite.',
    },
    verified: { chip: 'Patikrintas' },
    failing: {
      chip: 'Nebeįrodytas',
      note: 'Kol kas viskas veikia. Pirmasis įrašas netrukus turi būti vėl paskelbtas, kitaip domenas bus prarastas.',
    },
    lost: {
      chip: 'Prarastas',
      note: 'Jo slapyvardžiai laiškų nepriima. Kad jį atgautumėte, vėl paskelbkite pirmąjį įrašą, nebent jį įrodytų kas nors kitas.',
    },
  },
  checks: {
    ownership: { title: 'Nuosavybė', why: 'Palikite šį įrašą: jis nuolat tikrinamas.' },
    mx: { title: 'Gaunami laiškai (MX)', why: 'Pašalinkite kitus šio vardo MX įrašus.' },
    spf: {
      title: 'Siuntimas (SPF)',
      why: 'Vardas turi tik vieną tokį įrašą: šis išlaiko, ką jūsiškis sakė anksčiau.',
    },
    dkim: {
      title: 'Parašas (DKIM)',
      why: 'Šie įrašai veda prie mūsų raktų, kurie keičiasi be jūsų darbo.',
    },
    dmarc: {
      title: 'Klastotės (DMARC)',
      why: 'Pasako kitiems serveriams, ką daryti su laiškais, kurie ne jūsų.',
    },
  },
  ok: 'Paskelbta',
  notOk: 'Nepaskelbta',
  seen: (found) => `DNS sako: ${found.join(' · ')}`,
  nothingSeen: 'DNS dar nieko nesako.',
  notChecked: 'Dar netikrinta',
  name: (type) => `${type} įrašas, vardas`,
  value: 'Reikšmė',
  onlyOne: 'Toks įrašas gali būti tik vienas: kai jų keli, negalioja nė vienas.',
  elsewhere:
    'Šio vardo laiškai dabar keliauja kitur. Jei jame yra pašto dėžučių, verčiau atsineškite subdomeną, pavyzdžiui, mail.example.org: kitaip jos nieko nebegautų.',
};

export const memberMessages: typeof en.memberMessages = {
  open: 'Nariai',
  openOne: (name) => `${name} nariai`,
  title: (name) => `${name} nariai`,
  description:
    'Nariai domene kuria savo slapyvardžius. Niekas nemato kitų pašto dėžučių, laiškų ar pastabų. Kas jį tvarko, gali ir skelbti, kviesti bei šalinti.',
  notLoaded: 'Narių įkelti nepavyko.',
  roles: {
    admin: 'Tvarko domeną',
    maker: 'Kuria slapyvardžius',
  },
  you: 'Jūs',
  owner: 'Savininkas',
  member: (role, aliases) => `${role}. ${count(aliases, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')}.`,
  invited: (role, end) => `Pakviesta iki ${end}. ${role}.`,
  remove: 'Pašalinti',
  removeOne: (name) => `Pašalinti ${name}`,
  removeFailure: 'Nario pašalinti nepavyko',
  name: 'Kas tai?',
  nameHint: 'Mato tik nariai, tvarkantys domeną.',
  nameMissing: 'Įveskite vardą.',
  role: 'Ką jis gali',
  invite: 'Sukurti nuorodą',
  inviting: 'Kuriama…',
  inviteFailure: 'Nuorodos sukurti nepavyko',
  inviteAnother: 'Pakviesti dar ką nors',
  link: 'Nuoroda vienam žmogui',
  linkHint: (days) =>
    `Ji veikia vieną kartą, galioja ${count(days, 'dieną', 'dienas', 'dienų')} ir rodoma tik dabar. Gavėjas pirma prisijungia, tada ją atveria.`,
  joinTitle: 'Prisijungti prie domeno?',
  joinDescription:
    'Kažkas pakvietė jus kurti slapyvardžius savo domene. Jie matys slapyvardžių vardus ir ar jie įjungti, bet niekada – jūsų pašto dėžučių, pastabų ar laiškų.',
  join: 'Prisijungti',
  joining: 'Jungiamasi…',
  notNow: 'Ne dabar',
  joinFailure: 'Prisijungti nepavyko',
};

/** What else is chosen about a domain. */
export const aboutDomainMessages: typeof en.aboutDomainMessages = {
  open: 'Nustatymai',
  openOf: (name) => `Domeno ${name} nustatymai`,
  title: (name) => `Domeno ${name} nustatymai`,
  off: 'Išjungtas',
  active: 'Priima laiškus',
  activeText:
    'Išjungus visi jo slapyvardžiai sustabdomi: jų laiškai išmetami, jų vardu niekas nesiunčiama ir laiškai nekuria naujų.',
  fromName: 'Siuntėjo vardas',
  fromNameHint:
    'Rodomas šalia jūsų slapyvardžių šiame domene vietoj vardo, kurį rašo jūsų pašto programa. Savo vardą turintis slapyvardis jį pasilieka.',
  description: 'Aprašymas',
  descriptionHint: 'Jį matote tik jūs.',
  save: 'Išsaugoti',
  saving: 'Išsaugoma...',
  failure: 'Domeno pakeisti nepavyko',
};
