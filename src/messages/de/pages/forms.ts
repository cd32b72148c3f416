import type * as en from '#messages/pages/forms.ts';

export const formMessages: typeof en.formMessages = {
  invalid: 'Bitte prüfen Sie Ihre Eingaben',
  invalidDescription: 'Korrigieren Sie die unten gezeigten Fehler und versuchen Sie es noch einmal.',
};
