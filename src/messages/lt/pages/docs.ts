import type * as en from '#messages/pages/docs.ts';

export const docsMessages: typeof en.docsMessages = {
  guides: 'Vadovai',
  elsewhere:
    'Čia laiškus persiunčia „ImprovMX“: atsakymas iš pašto dėžutės parodo jos adresą, o „ImprovMX“ veda savo žurnalus. Kas dar kitaip, rašoma kitame vadove:',
  notLoaded: 'Šio vadovo įkelti nepavyko. Patikrinkite ryšį ir atverkite jį dar kartą.',
};
