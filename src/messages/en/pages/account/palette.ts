/** Search and jump: everything that can be reached by typing. */
export const paletteMessages = {
  open: 'Search and jump (Ctrl K, ⌘ K)',
  openInMenu: 'Search and jump',
  title: 'Search and jump',
  placeholder: 'Alias, setting, guide or action',
  results: 'Found',
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  none: 'Nothing found',
  noneText: 'Try fewer letters, or part of an address.',
  loading: 'Your aliases are on their way.',
  notLoaded: 'Your aliases could not be loaded. Settings and guides can be found all the same.',
  keys: '↑ ↓ to choose, Enter to go, Esc to close',
  kinds: { alias: 'Alias', act: 'Action', place: 'Page', settings: 'Settings', guide: 'Guide' },
  newAlias: 'New alias',
  copyOne: 'Copy an address…',
  pauseOne: 'Pause an alias…',
  resumeOne: 'Resume an alias…',
  /** Typed before a name, they say what is to be done with it. */
  verbs: { copy: 'Copy', pause: 'Pause', resume: 'Resume' },
  act: (verb: string, address: string) => `${verb} ${address}`,
  shortcuts: 'Keyboard shortcuts',
};
