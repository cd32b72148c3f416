/** The page on which an account lets a browser extension in. */
export const pairMessages = {
  signInFirst:
    'Sign in to let the extension in. If you sign in with Google, press Connect in the extension once more afterwards.',
  nobody: 'No extension asks to be let in',
  nobodyDescription: 'This page is opened by the Kauke extension: press Connect in its settings.',
  toSettings: 'API keys and apps',
  title: 'Let the extension in?',
  description: 'An extension of this browser asks for a key to this account. It does not learn your password.',
  account: (account: string) => `Account: ${account}`,
  yours: 'the one you are signed in to',
  may: [
    'make aliases and find those you have, with the notes of each',
    'pause them and turn them on again',
    'block somebody, and give you reverse addresses',
  ],
  mayNot: 'It cannot delete anything, change where mail goes, or send mail.',
  caution: 'Agree only if you have just pressed Connect in the Kauke extension yourself.',
  agree: 'Let it in',
  agreeing: 'Letting it in...',
  refuse: 'Refuse',
  failed: 'Not Let In',
  failure: 'The extension could not be let in',
  answered: { agreed: 'Handed over', refused: 'Not let in' },
  answeredText: {
    agreed:
      'The extension takes its key now and closes this tab. If it does not within two minutes, press Connect in it once more.',
    refused: 'The extension got nothing. You can close this tab.',
  },
};

/** The section of the settings where the extension is downloaded. */
export const extensionMessages = {
  title: 'Browser extension',
  description:
    'An alias for the site you are on, by one click. It asks for no password, and sees a site only when you click.',
  download: { chromium: 'For Chromium, Chrome, Edge', firefox: 'For Firefox' },
  steps: {
    chromium: [
      'Unpack the file into a folder that stays.',
      'Open chrome://extensions and turn on developer mode.',
      'Press “Load unpacked” and choose the folder.',
    ],
    firefox: [
      'Open about:debugging and choose “This Firefox”.',
      'Press “Load Temporary Add-on” and choose the file.',
      'It is gone when Firefox ends, as Mozilla has not signed it.',
    ],
  },
  connect: (server: string) => `Then press Connect in it and type ${server}`,
};
