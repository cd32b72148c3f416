import type * as en from '#messages/pages/account/places.ts';

export const placeMessages: typeof en.placeMessages = {
  aliases: 'Aliasse',
  settings: 'Einstellungen',
  docs: 'Hilfe',
  held: 'Gehalten',
  domains: 'Domains',
  account: 'Konto:',
  signedIn: 'Angemeldet',
  signedInBy: { email: 'per E-Mail', wallet: 'per Wallet', google: 'per Google', passkey: 'per Passkey' },
  balance: (dollars) => `${dollars} $`,
  theme: 'Design',
  themes: { light: 'Hell', dark: 'Dunkel', system: 'Wie das System' },
  logOut: 'Abmelden',
};

export const logOutMessages: typeof en.logOutMessages = {
  done: 'Abgemeldet',
  description: 'Sie sind jetzt abgemeldet',
};
