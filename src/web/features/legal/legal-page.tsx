import type { ReactNode } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useLegalFacts, type LegalFacts } from '#web/features/legal/legal-facts.ts';

interface LegalPageProps {
  title: string;
  intro: ReactNode;
  /** Drawn once the facts of this installation are known. */
  children: (facts: LegalFacts) => ReactNode;
}

/** A page to read: one column, headings to find one's way by. */
export function LegalPage({ title, intro, children }: LegalPageProps) {
  const facts = useLegalFacts();
  return (
    <article className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-20">
      <PageTitle text={title} />
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-3 text-lead text-soft">{intro}</p>
      {facts ? (
        <>
          <p className="mt-3 text-note text-soft">Last updated {facts.updated}</p>
          <div className="prose mt-10">{children(facts)}</div>
        </>
      ) : (
        <FullScreenWaiting />
      )}
    </article>
  );
}

/** The privacy contact, as far as it is known. */
export function PrivacyContact({ facts }: { facts: LegalFacts }) {
  return facts.privacyEmail === null ? (
    <>the privacy contact</>
  ) : (
    <a href={`mailto:${facts.privacyEmail}`}>{facts.privacyEmail}</a>
  );
}
