/** In the head of every page, for search engines and for those who share its address; the page in the source has the same words. */
export const headTexts = {
  title: 'Kauke: email aliases that forward to you',
  description: 'Email aliases that forward to you. One click, new identity. Your inbox stays safe.',
  summary: 'One click, new identity. Your inbox stays safe.',
  picture: 'A mask, and the words: Be anyone. Your inbox stays safe.',
  noScript: 'Kauke needs JavaScript to show this page.',
  /** Over a frame in whose place nothing came. */
  late: 'This page takes long to load. Reload it to try again.',
};

/** Where a language is chosen. Each stands there in its own words. */
export const languageMessages = {
  title: 'Language',
  failed: 'Not Changed',
  failure: 'The language could not be saved',
  /** Above a text that is there in English alone, on pages in another language. */
  englishOnly: 'This text is in English, which is the binding one.',
};
