import type * as en from '#messages/pages/operator/lists.ts';
import { count, countText } from '#messages-lt/quantities.ts';

export const askedListMessages: typeof en.askedListMessages = {
  show: 'Rodyti',
  showOf: (title) => `Rodyti: ${title}`,
};

export const operatorReportsMessages: typeof en.operatorReportsMessages = {
  title: 'Skundai',
  description: (days) =>
    `Paskyros, prie kurių per paskutines ${count(days, 'dieną', 'dienas', 'dienų')} atvedė laiškai adresu abuse@. Patys laiškai – jūsų pašto dėžutėje.`,
  empty: 'Nė vienas skundas prie paskyros neatvedė.',
  counts: ({ sent, forwarded, named }) =>
    [
      ...(sent === 0 ? [] : [`dėl to, ką išsiuntė: ${countText(sent)}`]),
      ...(forwarded === 0 ? [] : [`dėl to, kas jai persiųsta: ${countText(forwarded)}`]),
      ...(named === 0 ? [] : [`tik ją mini, be įrodymo: ${countText(named)}`]),
    ].join(', '),
  none: 'Nėra',
  last: (time) => `paskutinis ${time}`,
  account: (name) => `Paskyra ${name}`,
  look: 'Peržiūrėti',
};

export const operatorWaitingMessages: typeof en.operatorWaitingMessages = {
  title: 'Laukiančios paskyros',
  description: 'Naujos paskyros, kurios nieko negali, kol jų nepatvirtinate. Savininkai jas žino šiais vardais.',
  empty: 'Nė viena paskyra nelaukia.',
  account: (name) => `Paskyra ${name}`,
  facts: (day, way, proven) => [`Nuo ${day}`, way, ...(proven ? ['pašto dėžutė įrodyta'] : [])].join(', '),
  openedBy: { email: 'el. paštu', wallet: 'pinigine', google: 'per „Google“', passkey: 'prieigos raktu' },
  approve: 'Patvirtinti',
  refuse: 'Atmesti…',
  of: (act, name) => `${act} paskyrą ${name}`,
  refuseTitle: (name) => `Atmesti paskyrą ${name}?`,
  refuseDescription: 'Ji bus ištrinta. Savininkui pranešama laišku, jei pašto dėžutė įrodyta.',
  refuseNow: 'Atmesti',
  refusing: 'Atmetama…',
  cancel: 'Atsisakyti',
  done: { approved: 'Paskyra patvirtinta', refused: 'Paskyra atmesta' },
};

export const operatorBlocksMessages: typeof en.operatorBlocksMessages = {
  title: 'Užblokuoti siuntėjai',
  description: 'Niekas čia negauna jų laiškų. Rašyti postmaster@ ir abuse@ jie vis tiek gali.',
  empty: 'Niekas neužblokuotas.',
  sender: 'Adresas arba domenas',
  senderHint: 'Domenas galioja su visais po juo esančiais.',
  senderFault: 'Įveskite adresą arba domeną.',
  add: 'Blokuoti',
  adding: 'Blokuojama…',
  since: (day) => `Nuo ${day}`,
  remove: 'Nebeblokuoti',
  removeOf: (name) => `Nebeblokuoti ${name}`,
  newest: (shown, total) => `Naujausi ${countText(shown)} iš ${countText(total)}.`,
  done: { add: 'Siuntėjas užblokuotas', remove: 'Siuntėjas atblokuotas' },
};

export const operatorVolumeMessages: typeof en.operatorVolumeMessages = {
  title: 'Kiekiai',
  description: (days) =>
    `Paskutinių ${count(days, 'dienos', 'dienų', 'dienų')} laiškai (UTC) pagal paskyrų amžių. Niekas nežino, kieno jie buvo.`,
  empty: 'Laiškų nebuvo.',
  day: 'Diena',
  kind: 'Laiškai',
  kinds: { forwarded: 'Persiųsta', sent: 'Išsiųsta' },
  ages: { day: '< 1 dienos', week: '< 1 savaitės', older: 'Senesnės' },
  caption: 'Laiškai pagal dienas ir paskyrų amžių',
};

export const operatorHealthMessages: typeof en.operatorHealthMessages = {
  title: 'Domenai ir sertifikatai',
  description: 'Ką dabar sako DNS, kaip mato komanda doctor. Ji pasako ir ką daryti.',
  retired: 'Nebenaudojamas',
  inOrder: 'Viskas gerai',
  records: { mx: 'MX', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mtaSts: 'MTA-STS' },
  states: { missing: 'trūksta', other: 'netinka', unknown: 'nepavyksta pažiūrėti' },
  recordState: (record, state) => `${record}: ${state}`,
  certificate: (name) => `${name} sertifikatas`,
  noneYet: 'Jo dar nėra',
  ended: (day) => `Baigėsi ${day}`,
  endsAt: (day) => `Galioja iki ${day}`,
  failure: (code) => `paskutinis bandymas nepavyko (${code})`,
};

export const operatorLimitsMessages: typeof en.operatorLimitsMessages = {
  quota: 'Riba…',
  quotaTitle: (name) => `Kiek slapyvardžių gali turėti paskyra ${name}?`,
  quotaDescription: 'Turimi lieka, net jei jų daugiau.',
  quotaLabel: 'Slapyvardžiai',
  quotaHint: 'Tuščia: kiek sako nustatymai.',
  quotaFault: (max) => `Įveskite skaičių nuo 0 iki ${countText(max)} arba nieko.`,
  quotaNow: 'Nustatyti',
  settingQuota: 'Nustatoma…',
  quotaState: (aliases) => `gali turėti ${count(aliases, 'slapyvardį', 'slapyvardžius', 'slapyvardžių')}`,
  unlock: 'Atrakinti…',
  unlockTitle: (name) => `Atrakinti paskyrą ${name}?`,
  unlockDescription:
    'Ji vėl galės siųsti, o kodus bus galima bandyti iš naujo. Seansai, raktai ir slaptažodžiai, kuriuos panaikino užraktas, negrįš. Kiekvienai patvirtintai paskyros pašto dėžutei pranešama.',
  unlockNow: 'Atrakinti',
  unlocking: 'Atrakinama…',
  cancel: 'Atsisakyti',
  done: { quota: 'Riba nustatyta', unlocked: 'Paskyra atrakinta' },
};
