import { extensionFiles } from '#contract/extension/hand-over.ts';
import { extensionMessages as texts } from '#messages/pages/account/pairing.ts';
import { Section } from '#web/components/section.tsx';
import { buttonClasses } from '#web/components/ui/button.tsx';
import { isFrame } from '#web/lib/page-facts.ts';

const families = ['chromium', 'firefox'] as const;

/** Our own extension, from this server, and how it is installed. */
export function ExtensionSection() {
  return (
    <Section title={texts.title} description={texts.description}>
      <div className="grid gap-6 sm:max-md:grid-cols-2 xl:grid-cols-2">
        {families.map((family) => (
          <div key={family} className="flex min-w-0 flex-col items-start gap-3">
            <a href={extensionFiles[family]} download className={buttonClasses('plain', 'small')}>
              {texts.download[family]}
            </a>
            <ol className="list-decimal pl-5 text-small text-soft">
              {texts.steps[family].map((step) => (
                <li key={step} className="wrap-anywhere">
                  {step}
                </li>
              ))}
            </ol>
          </div>
        ))}
      </div>
      <p className="text-small wrap-anywhere">{texts.connect(isFrame ? '' : window.location.host)}</p>
    </Section>
  );
}
