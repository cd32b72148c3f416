import type * as en from '#messages/pages/shell.ts';

export const requestMessages: typeof en.requestMessages = {
  noAnswer: 'Serveris neatsakė. Patikrinkite ryšį ir bandykite dar kartą.',
  rateLimited: 'Per daug užklausų',
  rateLimitedUntil: (message, time) => `${message} Bandykite dar kartą po ${time}.`,
};

export const shellMessages: typeof en.shellMessages = {
  brand: 'Kauke',
  pageTitle: (title) => `${title} · Kauke`,
  skip: 'Pereiti prie turinio',
  offline: 'Nėra interneto ryšio. Kol jis neatsiras, nieko negalima išsiųsti.',
  preview: 'Peržiūra',
  previewText: 'Peržiūra: laiškai niekada nepalieka šio kompiuterio.',
  openInbox: 'Atverti pašto dėžutę',
  navigation: 'Pagrindinis meniu',
  signIn: 'Prisijungti',
  account: 'Jūsų paskyra',
  theme: { dark: 'Įjungti tamsią temą', light: 'Įjungti šviesią temą' },
  notFound: 'Puslapis nerastas',
  notFoundText: 'Gal šis puslapis pamirštas maršrutizatoriuje?',
  toStart: 'Grįžti į pradžią',
  failed: 'Šis puslapis neįkeltas',
  failedText: 'Gali būti, kad serveris paleidžiamas iš naujo arba nėra ryšio. Nieko iš jūsų duomenų nedingo.',
};

export const footerMessages: typeof en.footerMessages = {
  tagline: 'Neribotai slapyvardžių, kurie slepia tikrąjį jūsų adresą nuo brukalo.',
  company: 'Įmonė',
  about: 'Apie mus',
  transparency: 'Skaidrumo ataskaita',
  legal: 'Teisinė informacija',
  privacy: 'Privatumo politika',
  terms: 'Naudojimo sąlygos',
  gdpr: 'Atitinka BDAR',
  more: 'Daugiau',
  documentation: 'Dokumentacija',
  social: 'Socialiniai tinklai',
  video: 'Vaizdo įrašas',
  reviewSite: 'Atsiliepimai',
  review: 'Rašyti atsiliepimą',
  copyright: '© 2025 Kauke',
  version: (version) => `Versija ${version}`,
  madeIn: 'Sukurta Lietuvoje',
  feedback: 'Atsiliepimas',
  feedbackNotLoaded: 'Formos įkelti nepavyko. Patikrinkite ryšį ir įkelkite puslapį iš naujo.',
};
