import type * as en from '#messages/pages/account/palette.ts';

export const paletteMessages: typeof en.paletteMessages = {
  open: 'Schnellsuche (Strg K, ⌘ K)',
  openInMenu: 'Schnellsuche',
  title: 'Schnellsuche',
  placeholder: 'Alias, Einstellung, Anleitung oder Aktion',
  results: 'Gefunden',
  found: (count) => `${count} Treffer`,
  none: 'Nichts gefunden',
  noneText: 'Versuchen Sie es mit weniger Buchstaben oder einem Teil einer Adresse.',
  loading: 'Ihre Aliasse werden noch geladen.',
  notLoaded: 'Ihre Aliasse konnten nicht geladen werden. Einstellungen und Anleitungen lassen sich trotzdem finden.',
  keys: '↑ ↓ wählt aus, Enter öffnet, Esc schließt',
  kinds: { alias: 'Alias', act: 'Aktion', place: 'Seite', settings: 'Einstellungen', guide: 'Anleitung' },
  newAlias: 'Neuer Alias',
  copyOne: 'Eine Adresse kopieren …',
  pauseOne: 'Einen Alias pausieren …',
  resumeOne: 'Einen Alias einschalten …',
  verbs: { copy: 'Kopieren', pause: 'Pausieren', resume: 'Einschalten' },
  act: (verb, address) => `${verb}: ${address}`,
  shortcuts: 'Tastenkürzel',
};
