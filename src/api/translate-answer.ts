import type { Context } from 'hono';
import { presentedKey } from '#api/middleware/session.ts';
import { defaultLanguage, isLanguage, languageHeader, type Language } from '#contract/account/languages.ts';
import { createTranslator, type Translator } from '#messages/translate.ts';
import { answerTexts } from '#messages/all-languages.ts';

/** Made when somebody first asks in that language. */
const translators = new Map<Language, Translator>();

function translatorOf(language: Language): Translator {
  const held = translators.get(language);
  if (held !== undefined) return held;
  const made = createTranslator(answerTexts[defaultLanguage], answerTexts[language]);
  translators.set(language, made);
  return made;
}

/** What stands in an answer in words: `message` wherever it stands, and `errors` by field. */
function translateWords(translate: Translator, value: unknown, isText: boolean): unknown {
  if (typeof value === 'string') return isText ? translate(value) : value;
  if (Array.isArray(value)) return value.map((each) => translateWords(translate, each, isText));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      translateWords(translate, each, isText || name === 'message' || name === 'errors'),
    ]),
  );
}

/** What the page that asks is written in. */
export function languageOfPage(c: Context): Language {
  const language = c.req.header(languageHeader);
  return isLanguage(language) ? language : defaultLanguage;
}

/** An answer in the language of the page that asks for it. Programs say none, and get it as it is. */
export function translateFor<Answer>(c: Context, answer: Answer): Answer {
  const language = languageOfPage(c);
  if (language === defaultLanguage || presentedKey(c) !== null) return answer;
  c.header('Content-Language', language);
  return translateWords(translatorOf(language), answer, false) as Answer;
}
