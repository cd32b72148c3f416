import type * as en from '#messages/pages/forms.ts';

export const formMessages: typeof en.formMessages = {
  invalid: 'Patikrinkite įvestus duomenis',
  invalidDescription: 'Ištaisykite žemiau nurodytas klaidas ir bandykite dar kartą.',
};
