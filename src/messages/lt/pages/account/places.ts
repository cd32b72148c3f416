import type * as en from '#messages/pages/account/places.ts';

export const placeMessages: typeof en.placeMessages = {
  aliases: 'Adresai',
  settings: 'Nustatymai',
  docs: 'Pagalba',
  held: 'Sulaikyta',
  domains: 'Domenai',
  account: 'Paskyra:',
  signedIn: 'Prisijungta',
  signedInBy: { email: 'el. paštu', wallet: 'pinigine', google: 'per „Google“', passkey: 'prieigos raktu' },
  balance: (dollars) => `${dollars} $`,
  theme: 'Tema',
  themes: { light: 'Šviesi', dark: 'Tamsi', system: 'Kaip sistemoje' },
  logOut: 'Atsijungti',
};

export const logOutMessages: typeof en.logOutMessages = {
  done: 'Atsijungta',
  description: 'Sėkmingai atsijungėte',
};
