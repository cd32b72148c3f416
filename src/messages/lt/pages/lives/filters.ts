import type * as en from '#messages/pages/lives/filters.ts';
import { countText } from '#messages-lt/quantities.ts';

export const filterMessages: typeof en.filterMessages = {
  title: 'Susiaurinti sąrašą',
  toggle: (active) => (active === 0 ? 'Filtrai' : `Filtrai, nustatyta: ${active}`),
  names: { domain: 'Filtruoti pagal domeną', inbox: 'Filtruoti pagal pašto dėžutę', label: 'Filtruoti pagal žymą' },
  any: { domain: 'Bet koks domenas', inbox: 'Bet kokia pašto dėžutė', label: 'Bet kokia žyma' },
  clear: 'Išvalyti filtrus',
  labels: 'Tvarkyti žymas',
  noneFits: 'Šių filtrų neatitinka nė vienas jūsų slapyvardis.',
};

export const selectionMessages: typeof en.selectionMessages = {
  select: (address) => `Pasirinkti ${address}`,
  selectPage: 'Pasirinkti visus šiame puslapyje',
  selected: (total) => `Pasirinkta: ${countText(total)}`,
  hidden: (total) => `nerodoma: ${countText(total)}`,
  noneSelected: 'Nieko nepasirinkta',
};
