import type * as en from '#messages/pages/lives/filters.ts';
import { countText } from '#messages-de/quantities.ts';

export const filterMessages: typeof en.filterMessages = {
  title: 'Liste eingrenzen',
  toggle: (active) => (active === 0 ? 'Filter' : `Filter, ${active} gesetzt`),
  names: { domain: 'Nach Domain filtern', inbox: 'Nach Postfach filtern', label: 'Nach Label filtern' },
  any: { domain: 'Jede Domain', inbox: 'Jedes Postfach', label: 'Jedes Label' },
  clear: 'Filter aufheben',
  labels: 'Labels verwalten',
  noneFits: 'Keiner Ihrer Aliasse passt zu diesen Filtern.',
};

export const selectionMessages: typeof en.selectionMessages = {
  select: (address) => `${address} auswählen`,
  selectPage: 'Alle auf dieser Seite auswählen',
  selected: (total) => `${countText(total)} ausgewählt`,
  hidden: (total) => `${countText(total)} nicht angezeigt`,
  noneSelected: 'Nichts ausgewählt',
};
