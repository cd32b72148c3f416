import type * as en from '#messages/pages/account/offline.ts';
import { count, countText } from '#messages-lt/quantities.ts';

export const offlineMessages: typeof en.offlineMessages = {
  section: 'Be ryšio',
  description: 'Jūsų slapyvardžių adresai, kad galėtumėte juos rasti ar nukopijuoti ir be tinklo.',
  label: 'Laikyti sąrašą šioje naršyklėje',
  text: (most, days) =>
    `Tik adresai ir jų būsena, iki ${countText(most)}, užšifruoti raktu, kurio iš šios naršyklės išgauti negalima. Ištrinama, kai atsijungiate, kai baigiasi sesija arba po ${days} dienų be ryšio.`,
  shared: 'Neįjunkite kompiuteryje, kuriuo naudojasi ir kiti.',
  unable: 'Ši naršyklė jo laikyti negali. Reikia https ir neužblokuotos saugyklos.',
  kept: 'Sąrašas laikomas',
  keptText: 'Be ryšio galėsite slapyvardžius peržiūrėti ir kopijuoti.',
  failed: 'Sąrašas nelaikomas',
  erased: 'Sąrašas ištrintas',
  title: 'Jūsų slapyvardžiai be ryšio',
  savedAt: (time) => `Išsaugota ${time}. Be ryšio nieko pakeisti negalima.`,
  nothing: 'Ryšio nėra',
  nothingText: (days) => `Šioje naršyklėje sąrašas nelaikomas arba jis buvo senesnis nei ${days} dienos ir ištrintas.`,
  search: 'Ieškoti',
  list: 'Slapyvardžiai',
  copy: (address) => `Kopijuoti ${address}`,
  found: (shown, all) =>
    shown === all
      ? count(all, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')
      : `${countText(shown)} iš ${countText(all)}`,
  none: 'Slapyvardžių nerasta.',
  more: (left) => `Dar ${count(left, 'slapyvardis', 'slapyvardžiai', 'slapyvardžių')}. Ieškokite jų.`,
  again: 'Bandyti prisijungti',
};
