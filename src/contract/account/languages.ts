/** The languages that the pages, the answers to them and our mails speak. The first is that of programs and of legal texts. */
export const languages = ['en', 'de', 'lt'] as const;
export type Language = (typeof languages)[number];

/** Each in its own words. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', lt: 'Lietuvių' };

export const defaultLanguage = 'en' satisfies Language;

/** Set by whoever chooses a language in this browser; holds its code. */
export const languageCookie = 'kauke_language';

/** By it our own pages say in which language they are. Programs do not, and are answered in English. */
export const languageHeader = 'kauke-language';

export function isLanguage(text: unknown): text is Language {
  return languages.some((language) => language === text);
}

/** A range of `Accept-Language` with its weight; one that cannot be read counts for nothing. */
function readRange(text: string): { readonly language: string; readonly weight: number } {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  const weight = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(quality) ? Number(quality) : 0;
  // Whoever reads any other German reads ours.
  return { language: range.split('-')[0] ?? '', weight };
}

/** More ranges than any browser sends. */
const maxRanges = 20;

/** The language that a browser prefers among ours (RFC 9110 §12.5.4); null when it names none of them. */
export function findAcceptedLanguage(header: string | undefined): Language | null {
  const ranges = (header ?? '').split(',', maxRanges).map(readRange);
  const [best] = ranges
    .filter(({ language, weight }) => weight > 0 && isLanguage(language))
    .toSorted((one, other) => other.weight - one.weight);
  return isLanguage(best?.language) ? best.language : null;
}

/** What somebody chose in a browser, by its cookie, comes before what it is set to; null when it tells nothing that we speak. */
export function findBrowserLanguage(cookie: string | undefined, accepted: string | undefined): Language | null {
  return isLanguage(cookie) ? cookie : findAcceptedLanguage(accepted);
}
