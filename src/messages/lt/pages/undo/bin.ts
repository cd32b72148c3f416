import type * as en from '#messages/pages/undo/bin.ts';
import { count } from '#messages-lt/quantities.ts';

export const binMessages: typeof en.binMessages = {
  title: 'Šiukšlinė',
  back: 'Grįžti prie slapyvardžių',
  loading: 'Šiukšlinė įkeliama…',
  notLoaded: 'Šiukšlinės įkelti nepavyko.',
  description:
    'Ištrintam slapyvardžiui skirti laiškai atmetami. Jis grįžta su paskirties vietomis, pastabomis ir nustatymais, bet be SMTP slaptažodžio.',
  none: 'Šiukšlinė tuščia',
  noneDescription: 'Ištrinti slapyvardžiai lieka čia tiek laiko, kiek pasirinkote nustatymuose.',
  times: (deleted, ends) => `Ištrinta: ${deleted}, bus galutinai ištrinta: ${ends}`,
  restore: 'Atkurti',
  restoreOne: (address) => `Atkurti ${address}`,
  restored: 'Slapyvardis atkurtas',
  restoredDescription: (address) => `Laiškai adresu ${address} vėl priimami.`,
  notRestored: 'Neatkurta',
  restoreFailure: 'Slapyvardžio atkurti nepavyko',
  forget: 'Ištrinti visam laikui',
  forgetQuestion: (address) => `Ištrinti ${address} visam laikui?`,
  forgetDescription:
    'To atšaukti negalima. Galėsite adresą sukurti iš naujo; niekas kitas negalės, jei jis kada nors gavo laiškų.',
  forgotten: 'Slapyvardis ištrintas visam laikui',
  forgetting: 'Trinama…',
  notForgotten: 'Neištrinta',
  forgetFailure: 'Slapyvardžio ištrinti nepavyko',
  keep: 'Palikti',
  changes: 'Paskutiniai pakeitimai',
  changesDescription: 'Kiekvieną galima atšaukti 7 dienas. Vėlesni pakeitimai lieka.',
  noChanges: 'Per paskutines 7 dienas niekas nepakeista',
  changedAt: (what, when) => `${what}, ${when}`,
  undoOne: (what, of) => `Atšaukti: ${what}, ${of}`,
  kinds: {
    deleted: 'Ištrinta',
    target_removed: 'Paskirties vieta pašalinta',
    targets: 'Persiunčiama kitur',
    renamed: 'Pervadinta',
    paused: 'Sustabdyta',
    activated: 'Įjungta',
    settings: 'Pakeistas laiškų tvarkymas',
    notes: 'Pakeistos pastabos',
    labels: 'Pakeistos žymos',
    life: 'Pakeista pabaiga',
  },
};

export const binSettingMessages: typeof en.binSettingMessages = {
  title: 'Ištrinti slapyvardžiai',
  description: 'Ištrinto slapyvardžio niekas nežino. Kol jis šiukšlinėje, galite jį atkurti.',
  label: 'Laikyti ištrintus slapyvardžius',
  choice: (days) => (days === 0 ? 'Nelaikyti: dingsta iš karto' : count(days, 'dieną', 'dienas', 'dienų')),
  hint: 'Slapyvardžiams, kuriuos ištrinsite nuo šiol. Esantiems šiukšlinėje diena nesikeičia.',
  failure: 'Ištrintų slapyvardžių laikymo trukmės pakeisti nepavyko',
};
