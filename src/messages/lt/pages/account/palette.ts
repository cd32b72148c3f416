import type * as en from '#messages/pages/account/palette.ts';
import { count } from '#messages-lt/quantities.ts';

export const paletteMessages: typeof en.paletteMessages = {
  open: 'Greitoji paieška (Ctrl K, ⌘ K)',
  openInMenu: 'Greitoji paieška',
  title: 'Greitoji paieška',
  placeholder: 'Slapyvardis, nustatymas, vadovas ar veiksmas',
  results: 'Rasta',
  found: (total) => count(total, 'rezultatas', 'rezultatai', 'rezultatų'),
  none: 'Nieko nerasta',
  noneText: 'Įveskite mažiau raidžių arba tik dalį adreso.',
  loading: 'Jūsų slapyvardžiai dar įkeliami.',
  notLoaded: 'Jūsų slapyvardžių įkelti nepavyko. Nustatymus ir vadovus vis tiek galima rasti.',
  keys: '↑ ↓ – pasirinkti, Enter – atverti, Esc – užverti',
  kinds: { alias: 'Slapyvardis', act: 'Veiksmas', place: 'Puslapis', settings: 'Nustatymai', guide: 'Vadovas' },
  newAlias: 'Naujas slapyvardis',
  copyOne: 'Kopijuoti adresą…',
  pauseOne: 'Sustabdyti slapyvardį…',
  resumeOne: 'Įjungti slapyvardį…',
  verbs: { copy: 'Kopijuoti', pause: 'Sustabdyti', resume: 'Įjungti' },
  act: (verb, address) => `${verb} ${address}`,
  shortcuts: 'Spartieji klavišai',
};
