import { languageNames, languages, type Language } from '#contract/account/languages.ts';
import { languageMessages } from '#messages/head.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useSession } from '#web/lib/session.ts';

/** The languages, each in its own words. */
export function LanguageChoice({ className }: { className?: string }) {
  const { user } = useSession();
  const choose = async (language: Language): Promise<void> => {
    // Few ever choose: the rest is loaded then.
    const { chooseLanguage } = await import('#web/lib/choose-language.ts');
    await chooseLanguage(language, user);
  };
  return (
    <div role="group" aria-label={languageMessages.title} className={joinClasses('flex flex-wrap gap-x-4', className)}>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === __LANGUAGE__}
          onClick={() => void choose(language).catch(() => undefined)}
          className="min-h-8 border-b-2 border-transparent hover:text-ink aria-pressed:border-amber aria-pressed:font-semibold aria-pressed:text-ink"
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}
