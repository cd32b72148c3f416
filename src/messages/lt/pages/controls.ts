import type * as en from '#messages/pages/controls.ts';

export const controlMessages: typeof en.controlMessages = {
  goesTo: (addresses) => `Skaitoma kaip ${addresses}`,
  loading: 'Įkeliama…',
  tryAgain: 'Bandyti dar kartą',
  close: 'Užverti',
  copy: 'Kopijuoti',
  copyOne: (name) => `Kopijuoti: ${name}`,
  showOne: (what) => `Rodyti ${what}`,
  hideOne: (what) => `Slėpti ${what}`,
};
