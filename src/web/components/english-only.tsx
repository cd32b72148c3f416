import { defaultLanguage } from '#contract/account/languages.ts';
import { languageMessages as texts } from '#messages/head.ts';

/** Above a text that is English whatever the page is. */
export function EnglishOnly() {
  if (__LANGUAGE__ === defaultLanguage) return null;
  return (
    <p lang={__LANGUAGE__} className="mb-6 rounded-box border border-line bg-well px-4 py-3 text-small">
      {texts.englishOnly}
    </p>
  );
}
