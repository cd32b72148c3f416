import type { ReactNode } from 'react';
import { footerMessages, shellMessages } from '#messages/pages/shell.ts';
import { Mark } from '#web/components/mark.tsx';
import { LanguageChoice } from '#web/app/language-choice.tsx';
import { FeedbackButton } from '#web/features/feedback/feedback-button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { Link } from '#web/lib/router/link.tsx';

const linkClasses = 'inline-flex min-h-8 items-center text-soft underline-offset-4 hover:text-ink hover:underline';

const company = [
  ['/about', footerMessages.about],
  ['/transparency', footerMessages.transparency],
] as const;
const legal = [
  ['/privacy', footerMessages.privacy],
  ['/terms', footerMessages.terms],
  ['/gdpr', footerMessages.gdpr],
] as const;

export function Footer() {
  return (
    <footer className="mt-auto border-t border-line">
      <div className="mx-auto grid w-full max-w-page grid-cols-2 gap-x-6 gap-y-10 px-4 pt-12 pb-10 sm:gap-x-10 sm:px-6 md:grid-cols-[minmax(0,1fr)_repeat(3,auto)] lg:gap-20">
        <div className="max-w-xs max-md:col-span-2">
          <p className="flex items-center gap-2 font-semibold">
            <Mark className="size-6" />
            {shellMessages.brand}
          </p>
          <p className="mt-3 text-small text-soft">{footerMessages.tagline}</p>
        </div>
        <Column title={footerMessages.company} links={company} />
        <Column title={footerMessages.legal} links={legal} />
        <MoreLinks />
      </div>
      <div className="mx-auto flex w-full max-w-page flex-wrap items-center gap-x-6 gap-y-1 px-4 pb-4 text-note text-soft sm:px-6 min-[80rem]:pb-[calc(2rem+var(--bar))]">
        <span>{footerMessages.copyright}</span>
        <span>{footerMessages.version(__APP_VERSION__)}</span>
        <span>{footerMessages.madeIn}</span>
        <LanguageChoice className="sm:ml-auto" />
      </div>
      <FeedbackButton />
    </footer>
  );
}

function Column({ title, links }: { title: string; links: readonly (readonly [string, string])[] }) {
  return (
    <FooterList title={title}>
      {links.map(([to, text]) => (
        <li key={to}>
          <Link to={to} className={linkClasses}>
            {text}
          </Link>
        </li>
      ))}
    </FooterList>
  );
}

/** Links that lead elsewhere; one without a value is not drawn. */
function MoreLinks() {
  const links = useConfig()?.links;
  const elsewhere = [
    [links?.social, footerMessages.social],
    [links?.video, footerMessages.video],
    [links?.reviewSite, footerMessages.reviewSite],
    [links?.review, footerMessages.review],
  ] as const;
  return (
    <FooterList title={footerMessages.more}>
      <li>
        {links?.docs ? (
          <External href={links.docs}>{footerMessages.documentation}</External>
        ) : (
          <Link to="/docs" className={linkClasses}>
            {footerMessages.documentation}
          </Link>
        )}
      </li>
      {elsewhere.map(
        ([href, text]) =>
          href && (
            <li key={text}>
              <External href={href}>{text}</External>
            </li>
          ),
      )}
    </FooterList>
  );
}

function External({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkClasses}>
      {children}
    </a>
  );
}

function FooterList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2 className="text-small font-semibold">{title}</h2>
      <ul className="mt-2 flex flex-col text-small">{children}</ul>
    </nav>
  );
}
