import type * as en from '#messages/pages/alias/alias-page.tsx';
import { count, countText } from '#messages-lt/quantities.ts';

export const aliasPageMessages: typeof en.aliasPageMessages = {
  title: 'Slapyvardis',
  back: 'Visi slapyvardžiai',
  loading: 'Slapyvardis įkeliamas…',
  notLoaded: 'Šio slapyvardžio įkelti nepavyko.',
  notFound: 'Tokio slapyvardžio nėra',
  notFoundText: 'Šiuo adresu slapyvardžio neturite. Gali būti, kad jis ištrintas visam laikui arba yra kitos paskyros.',
  toList: 'Prie jūsų slapyvardžių',
  binned: 'Šiukšlinėje',
  binnedText: 'Jam skirti laiškai atmetami. Atkurtas jis bus toks, koks buvo, tik be SMTP slaptažodžio.',
  copy: 'Kopijuoti adresą',
  edit: 'Keisti',
  sendTest: 'Siųsti bandomąjį laišką',
  sending: 'Siunčiama…',
  tested: (inbox) => <>Išsiųsta ir priimta. Ką gauna jūsų pašto dėžutė, matyti {inbox('peržiūros pašto dėžutėje')}.</>,
  testedByMail: 'Išsiųsta ir priimta. Laiškas keliauja į jūsų pašto dėžutę; pirmasis gali būti tarp šlamšto.',
  testDropped: 'Išsiųsta, priimta ir išmesta, nes slapyvardis sustabdytas. Niekas neateina.',
  testUnconfirmed: (inbox) => (
    <>
      Nė viena šio slapyvardžio pašto dėžutė dar nepatvirtinta. Atverkite patvirtinimo laišką{' '}
      {inbox('peržiūros pašto dėžutėje')}.
    </>
  ),
  repliesShow:
    'Atsakymas iš jūsų pašto dėžutės parodo rašiusiajam jos adresą: čia laiškus persiunčia „ImprovMX“. Norėdami atsakyti slapyvardžio vardu, siųskite per SMTP.',
  testUnconfirmedByMail:
    'Nė viena šio slapyvardžio pašto dėžutė dar nepatvirtinta. Pirma atverkite nuorodą patvirtinimo laiške.',
  reasons: {
    on: (targets) =>
      targets === 1
        ? 'Atėję laiškai persiunčiami.'
        : `Atėję laiškai persiunčiami į visas paskirties vietas (${countText(targets)}).`,
    partly: (taking, targets) =>
      `Atėję laiškai persiunčiami į ${countText(taking)} iš ${count(targets, 'paskirties vietos', 'paskirties vietų', 'paskirties vietų')}. Prie kitų parašyta, kodėl jos nieko negauna.`,
    failing: 'Visos sutikusios paskirties vietos atmeta tai, kas joms siunčiama, todėl dabar niekas neateina.',
    waiting:
      'Dar nesutiko nė viena paskirties vieta, todėl niekas nepersiunčiama. 7 dienas nuo slapyvardžio sukūrimo siuntėjų prašoma bandyti vėliau, paskui jų laiškai atmetami.',
    stopped:
      'Laiškų nebepriima nė viena paskirties vieta, todėl niekas nepersiunčiama. Prie kiekvienos parašyta kodėl.',
    pausedRefuses:
      'Persiuntimo paslaugos planas laiškų išmesti negali: jie atmetami, o siuntėjams pranešama, kad tokio adreso nėra.',
    paused: 'Laiškai priimami ir tyliai išmetami. Siuntėjams nepranešama.',
    suspended: 'Jūsų paskyra laikinai uždrausta, todėl niekas neateina.',
    settingUp: 'Apie jį kaip tik pranešama tarnybai, kuri persiunčia jūsų laiškus.',
    domainOff:
      'Domenas išjungtas: laiškai priimami ir tyliai išmetami, kaip ir pristabdyto slapyvardžio. Įjungti jį galite nustatymuose, skiltyje „Domenai“.',
    domainUnverified:
      'Domenas nepatvirtintas, todėl niekas neateina. Ką įrašyti į DNS, pasakyta nustatymuose, skiltyje „Domenai“.',
    ownersRole: 'Šis vardas skirtas domeno savininkui ir administratoriams, todėl niekas neateina.',
  },
  targets: 'Persiunčia į',
  targetsDescription:
    'Kiekviena pašto dėžutė patvirtinama vieną kartą, kiekvienas webhook adresas atsako į pasirašytą užklausą.',
  takesMail: 'Priima laiškus',
  paused: 'Nieko negauna, kol slapyvardis sustabdytas',
  testOf: (webhook) => `Pristatymas į ${webhook}`,
  facts: 'Apie slapyvardį',
  factsDescription: 'Pastabos ir žymos saugomos užšifruotos; matote jas tik jūs.',
  note: 'Pastaba',
  labels: 'Žymos',
  noLabels: 'Nėra',
  end: 'Pabaiga',
  noEnd: 'Pats nesibaigia.',
  made: 'Sukurtas',
  smtp: 'Siųsti šiuo slapyvardžiu',
  smtpDescription: 'Pašto programoms, scenarijams ir serveriams.',
  mail: 'Kontaktai ir laiškų tvarkymas',
  leaving: 'Perduoti arba ištrinti',
  leavingDescription: 'Perduokite šį slapyvardį kitai šios paslaugos paskyrai arba ištrinkite jį.',
  remove: 'Ištrinti slapyvardį',
};

export const dayChartMessages: typeof en.dayChartMessages = {
  name: (days, taken, other) =>
    `Per paskutines ${count(days, 'dieną', 'dienas', 'dienų')} persiųsta ${count(taken, 'laiškas', 'laiškai', 'laiškų')}, išmesta arba sulaikyta – ${countText(other)}`,
  forwarded: 'Persiųsta',
  other: 'Išmesta arba sulaikyta',
  most: (total) => `Gausiausia diena: ${countText(total)}`,
  numbers: 'Diena po dienos',
};
