import type * as en from '#messages/pages/operator/lists.ts';
import { countText, largeCount } from '#messages-de/quantities.ts';

export const askedListMessages: typeof en.askedListMessages = {
  show: 'Anzeigen',
  showOf: (title) => `Anzeigen: ${title}`,
};

export const operatorReportsMessages: typeof en.operatorReportsMessages = {
  title: 'Beschwerden',
  description: (days) =>
    `Konten, zu denen E-Mails an abuse@ in den letzten ${days} Tagen führten. Die E-Mails selbst liegen in Ihrem Postfach.`,
  empty: 'Keine Beschwerde führte zu einem Konto.',
  counts: ({ sent, forwarded, named }) =>
    [
      ...(sent === 0 ? [] : [`${countText(sent)} über das, was es gesendet hat`]),
      ...(forwarded === 0 ? [] : [`${countText(forwarded)} über das, was an es weitergeleitet wurde`]),
      ...(named === 0 ? [] : [`${countText(named)}, die es nur ${named === 1 ? 'nennt' : 'nennen'}, ohne Nachweis`]),
    ].join(', '),
  none: 'Keine',
  last: (time) => `die letzte am ${time}`,
  account: (name) => `Konto ${name}`,
  look: 'Ansehen',
};

export const operatorWaitingMessages: typeof en.operatorWaitingMessages = {
  title: 'Wartende Konten',
  description: 'Neue Konten, die nichts tun können, bis Sie sie freigeben. Ihre Inhaber kennen sie unter diesen Namen.',
  empty: 'Kein Konto wartet.',
  account: (name) => `Konto ${name}`,
  facts: (day, way, proven) => [`Seit ${day}`, way, ...(proven ? ['Postfach nachgewiesen'] : [])].join(', '),
  openedBy: { email: 'per E-Mail', wallet: 'per Wallet', google: 'per Google', passkey: 'per Passkey' },
  approve: 'Freigeben',
  refuse: 'Ablehnen …',
  of: (act, name) => `${act} Konto ${name}`,
  refuseTitle: (name) => `Konto ${name} ablehnen?`,
  refuseDescription: 'Es wird gelöscht. Der Inhaber erfährt es per E-Mail, wo das Postfach nachgewiesen ist.',
  refuseNow: 'Ablehnen',
  refusing: 'Wird abgelehnt …',
  cancel: 'Abbrechen',
  done: { approved: 'Konto freigegeben', refused: 'Konto abgelehnt' },
};

export const operatorBlocksMessages: typeof en.operatorBlocksMessages = {
  title: 'Blockierte Absender',
  description: 'Niemand hier bekommt ihre E-Mails. An postmaster@ und abuse@ können sie weiter schreiben.',
  empty: 'Niemand ist blockiert.',
  sender: 'Adresse oder Domain',
  senderHint: 'Eine Domain gilt mit allem darunter.',
  senderFault: 'Geben Sie eine Adresse oder eine Domain ein.',
  add: 'Blockieren',
  adding: 'Wird blockiert …',
  since: (day) => `Seit ${day}`,
  remove: 'Nicht mehr blockieren',
  removeOf: (name) => `Nicht mehr blockieren: ${name}`,
  newest: (shown, total) => `Die neuesten ${countText(shown)} von ${countText(total)}.`,
  done: { add: 'Absender blockiert', remove: 'Absender nicht mehr blockiert' },
};

export const operatorVolumeMessages: typeof en.operatorVolumeMessages = {
  title: 'Mengen',
  description: (days) =>
    `E-Mails der letzten ${days} Tage (UTC), nach dem Alter der Konten. Niemand weiß, wessen sie waren.`,
  empty: 'Es gab keine E-Mails.',
  day: 'Tag',
  kind: 'E-Mails',
  kinds: { forwarded: 'Weitergeleitet', sent: 'Gesendet' },
  ages: { day: '< 1 Tag', week: '< 1 Woche', older: 'Älter' },
  caption: 'E-Mails nach Tagen und nach dem Alter der Konten',
};

export const operatorHealthMessages: typeof en.operatorHealthMessages = {
  title: 'Domains und Zertifikate',
  description: 'Was DNS jetzt sagt, wie der Doktor es sieht. Der Doktor sagt auch, was zu tun ist.',
  retired: 'Außer Dienst',
  inOrder: 'In Ordnung',
  records: { mx: 'MX', spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mtaSts: 'MTA-STS' },
  states: { missing: 'fehlt', other: 'passt nicht', unknown: 'lässt sich nicht nachsehen' },
  recordState: (record, state) => `${record} ${state}`,
  certificate: (name) => `Zertifikat von ${name}`,
  noneYet: 'Es gibt noch keines',
  ended: (day) => `Es endete am ${day}`,
  endsAt: (day) => `Gültig bis ${day}`,
  failure: (code) => `der letzte Versuch ist fehlgeschlagen (${code})`,
};

export const operatorLimitsMessages: typeof en.operatorLimitsMessages = {
  quota: 'Kontingent …',
  quotaTitle: (name) => `Wie viele Aliasse darf Konto ${name} haben?`,
  quotaDescription: 'Die es hat, bleiben, auch wenn es mehr sind.',
  quotaLabel: 'Aliasse',
  quotaHint: 'Leer: so viele wie eingestellt.',
  quotaFault: (max) => `Geben Sie eine Zahl von 0 bis ${countText(max)} ein oder nichts.`,
  quotaNow: 'Setzen',
  settingQuota: 'Wird gesetzt …',
  quotaState: (aliases) => `darf ${largeCount(aliases, 'Alias', 'Aliasse')} haben`,
  unlock: 'Entsperren …',
  unlockTitle: (name) => `Konto ${name} entsperren?`,
  unlockDescription:
    'Es kann wieder senden, und Codes lassen sich wieder versuchen. Sitzungen, Schlüssel und Passwörter, die eine Sperre beendet hat, bleiben beendet. Jedes bestätigte Postfach des Kontos erfährt davon.',
  unlockNow: 'Entsperren',
  unlocking: 'Wird entsperrt …',
  cancel: 'Abbrechen',
  done: { quota: 'Kontingent gesetzt', unlocked: 'Konto entsperrt' },
};
