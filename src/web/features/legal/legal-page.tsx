import { Children, Fragment, type ReactNode } from 'react';
import { legalMessages, type LegalSection, type PageLink } from '#messages/legal/facts.ts';
import { EnglishOnly } from '#web/components/english-only.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useLegalFacts, type LegalFacts } from '#web/features/legal/legal-facts.ts';
import { Link } from '#web/lib/router/link.tsx';

interface LegalPageProps {
  title: string;
  intro: string;
  /** Asked for once the facts of this installation are known. */
  sections: (facts: LegalFacts, contact: ReactNode, link: PageLink) => readonly LegalSection[];
}

/** A page to read: one column, headings to find one's way by. */
export function LegalPage({ title, intro, sections }: LegalPageProps) {
  const facts = useLegalFacts();
  return (
    <article lang="en" className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-6 sm:py-20">
      <PageTitle text={title} />
      <EnglishOnly />
      <h1 className="text-title font-semibold">{title}</h1>
      <p className="mt-3 text-lead text-soft">{intro}</p>
      {facts ? (
        <>
          <p className="mt-3 text-note text-soft">{legalMessages.lastUpdated(legalMessages.updated)}</p>
          <div className="prose mt-10">
            {sections(facts, <PrivacyContact facts={facts} />, linkTo).map((section) => (
              <Fragment key={section.title}>
                {section.title && <h2>{section.title}</h2>}
                <SectionText section={section} />
              </Fragment>
            ))}
          </div>
        </>
      ) : (
        <FullScreenWaiting />
      )}
    </article>
  );
}

function linkTo(path: string, words: string) {
  return <Link to={path}>{words}</Link>;
}

/** What stands beneath a heading. */
export function SectionText({ section: { paragraphs, list, table, after } }: { section: LegalSection }) {
  return (
    <>
      {Children.map(paragraphs, (paragraph) => (
        <p>{paragraph}</p>
      ))}
      {list && (
        <ul>
          {list.map((item) =>
            typeof item === 'string' ? (
              <li key={item}>{item}</li>
            ) : (
              <li key={item[0]}>
                <strong>{item[0]}</strong> {item[1]}
              </li>
            ),
          )}
        </ul>
      )}
      {table && <SectionTable table={table} />}
      {Children.map(after, (paragraph) => (
        <p>{paragraph}</p>
      ))}
    </>
  );
}

function SectionTable({ table: { heads, rows } }: { table: NonNullable<LegalSection['table']> }) {
  return (
    <table>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, kept]) => (
          <tr key={what}>
            <th scope="row" className="font-medium">
              {what}
            </th>
            <td>{kept}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The privacy contact, as far as it is known. */
export function PrivacyContact({ facts: { privacyEmail } }: { facts: LegalFacts }) {
  return privacyEmail === null ? legalMessages.privacyContact : <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>;
}
