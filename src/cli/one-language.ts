import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { Language } from '#contract/account/languages.ts';

const scheme = '#messages/';

/** The description holds the summary, and comes first. */
const textNames = ['description', 'title', 'summary', 'picture', 'noScript', 'late'] as const;

/** What stands in `index.html`, by its English words, which are those of the page in the source. */
export type HeadTexts = Readonly<Record<(typeof textNames)[number], string>>;

/**
 * Builds the pages with the texts of one language: `#messages/…` leads to its file. What it has not, as the legal texts, is
 * English, with all that these import.
 */
export function oneLanguage(root: string, language: Language): Plugin {
  const messages = join(root, 'src/messages');
  const english = join(messages, 'en');
  return {
    name: 'one-language',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.startsWith(scheme)) return null;
      const path = id.slice(scheme.length);
      const own = join(messages, language, path);
      const isWithinEnglish = importer?.startsWith(english + sep) ?? false;
      return isWithinEnglish || !existsSync(own) ? join(english, path) : own;
    },
  };
}

/** Puts a language and its words into the page. */
export function translateHead(language: Language, english: HeadTexts, own: HeadTexts): Plugin {
  return {
    name: 'translate-head',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => {
        let translated = html.replace('lang="en"', `lang="${language}"`);
        for (const name of textNames) {
          if (!translated.includes(english[name])) throw new Error(`The page does not say “${english[name]}”.`);
          translated = translated.replaceAll(english[name], () => own[name]);
        }
        return translated;
      },
    },
  };
}
