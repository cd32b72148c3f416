/** The bar of those who are signed in. */
export const placeMessages = {
  aliases: 'Aliases',
  settings: 'Settings',
  docs: 'Docs',
  held: 'Held',
  domains: 'Domains',
  account: 'Account:',
  signedIn: 'Signed in',
  signedInBy: { email: 'by email', wallet: 'by wallet', google: 'by google', passkey: 'by passkey' },
  balance: (dollars: string) => `$${dollars}`,
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', system: 'As the system' },
  logOut: 'Log out',
};

export const logOutMessages = {
  done: 'Logged Out',
  description: 'Successfully logged out',
};
