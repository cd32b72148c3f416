import type * as en from '#messages/pages/feedback.ts';

export const feedbackMessages: typeof en.feedbackMessages = {
  title: 'Atsiliepimas',
  description: 'Jį gaus žmonės, valdantys šią paslaugą, be jūsų vardo. Jei norite atsakymo, nurodykite adresą.',
  message: 'Jūsų žinutė',
  empty: 'Pirma ką nors parašykite',
  cancel: 'Atsisakyti',
  send: 'Siųsti atsiliepimą',
  sending: 'Siunčiama…',
  sent: 'Atsiliepimas išsiųstas',
  notSent: 'Neišsiųsta',
  failure: 'Atsiliepimo išsiųsti nepavyko',
};
