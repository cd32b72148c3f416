import type * as en from '#messages/pages/landing.tsx';
import { count, countText } from '#messages-lt/quantities.ts';

export const landingMessages: typeof en.landingMessages = {
  title: 'El. pašto slapyvardžiai, persiunčiantys laiškus jums',
  headline: 'Būkite kuo norite',
  stopHeadline: 'Sustabdyti kintančią antraštę',
  turnHeadline: 'Leisti antraštei keistis',
  tagline: 'Vienas spustelėjimas – nauja tapatybė. Jūsų pašto dėžutė lieka saugi.',
  promise:
    'Kiekvienai parduotuvei, sąrašui ir nepažįstamajam duokite atskirą el. pašto adresą. Kas atsiunčiama, persiunčiama į tikrąją ' +
    'jūsų pašto dėžutę, ir niekas nesužino, kuri ji.',
  free: (totals) => (totals === null ? 'Nemokama.' : `${totals}. Nemokama.`),
  totals: (people, aliases) =>
    `${count(people, 'žmogus', 'žmonės', 'žmonių')}, ` + count(aliases, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių'),
  join: (thousands) =>
    thousands < 1
      ? 'Prisijunkite prie tų, kurie savo pašto dėžutę pasilieka sau.'
      : `Prisijunkite prie daugiau kaip ${countText(thousands * 1000)} žmonių, kurie savo pašto dėžutę pasilieka sau.`,
  loading: 'Įkeliama…',
  toDashboard: 'Į pradžios skydelį',
  start: 'Pradėti nemokamai',
  private: 'Privati paslauga turintiems paskyrą.',
  google: 'Registruotis su „Google“',
  mission: 'Daugiau apie mūsų tikslą',
};

export const pictureMessages: typeof en.pictureMessages = {
  label: 'Trys nepažįstamieji žino tris slapyvardžius; nė vienas nežino jūsų pašto dėžutės.',
  strangers: [
    ['Nutekintas forumas', 'old-forum'],
    ['Parduotuvė', 'sneakers'],
    ['Naujienlaiškis', 'sunday-read'],
  ],
  writesTo: (who) => `${who} rašo į`,
  refused: 'Atmesta',
  forwarded: 'Persiųsta',
  inbox: 'Jūsų pašto dėžutė',
  unknown: 'niekam nežinoma',
};

export const featureMessages: typeof en.featureMessages = {
  label: 'Trumpai',
  unlimited: 'Neribotai slapyvardžių',
  unlimitedElsewhere: 'Kiekvienam siuntėjui – po slapyvardį',
  instant: 'Persiunčiama iš karto',
  reply: 'Atsakykite anonimiškai',
  send: 'Siųskite slapyvardžiu',
  domains: 'Keli domenai',
};
