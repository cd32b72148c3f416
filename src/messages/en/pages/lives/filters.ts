import { countText } from '#messages/quantities.ts';

/** What the list of aliases is narrowed by. */
export const filterMessages = {
  title: 'Narrow the list',
  toggle: (active: number) => (active === 0 ? 'Filters' : `Filters, ${active} set`),
  names: { domain: 'Filter by domain', inbox: 'Filter by inbox', label: 'Filter by label' },
  any: { domain: 'Any domain', inbox: 'Any inbox', label: 'Any label' },
  clear: 'Clear filters',
  labels: 'Manage labels',
  noneFits: 'None of your aliases fits these filters.',
};

/** What is selected in the list. */
export const selectionMessages = {
  select: (address: string) => `Select ${address}`,
  selectPage: 'Select all on this page',
  selected: (total: number) => `${countText(total)} selected`,
  /** Of those, how many the search and the filters leave out now. */
  hidden: (total: number) => `${countText(total)} not shown`,
  noneSelected: 'Nothing selected',
};
