/**
 * What is said in the fragment of the pairing page, which no server sees (RFC 7636). The extension brings its challenge and a word of
 * its own; the page answers with a code or a refusal, and that word.
 */
export const pairingFragment = { challenge: 'challenge', state: 'state', code: 'code', refused: 'refused' } as const;

/** Where the server has the extension, for each family of browsers. */
export const extensionFiles = {
  chromium: '/extension/kauke-chromium.zip',
  firefox: '/extension/kauke-firefox.zip',
} as const;
