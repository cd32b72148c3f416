import type * as en from '#messages/pages/controls.ts';

export const controlMessages: typeof en.controlMessages = {
  goesTo: (addresses) => `Gelesen als ${addresses}`,
  loading: 'Wird geladen …',
  tryAgain: 'Noch einmal versuchen',
  close: 'Schließen',
  copy: 'Kopieren',
  copyOne: (name) => `${name} kopieren`,
  showOne: (what) => `${what} zeigen`,
  hideOne: (what) => `${what} verbergen`,
};
