import { defaultLanguage, isLanguage, type Language } from '#contract/account/languages.ts';
import * as english from '#messages/extension.ts';
import * as german from '#messages-de/extension.ts';
import * as lithuanian from '#messages-lt/extension.ts';

export type Texts = typeof english;

/** All of them, by language. */
export const allTexts: Readonly<Record<Language, Texts>> = { en: english, de: german, lt: lithuanian };

/** Of the language that the browser itself speaks, such as `de-AT`; English for what we do not. */
export function findLanguage(uiLanguage: string): Language {
  const [language] = uiLanguage.toLowerCase().split('-');
  return isLanguage(language) ? language : defaultLanguage;
}
