import type { ReactNode } from 'react';
import { legalMessages, type LegalSection } from '#messages/legal/facts.ts';
import {
  transparencyContact,
  transparencyMessages,
  transparencySections,
  transparencySummary,
} from '#messages/legal/transparency.tsx';
import { retentionSection } from '#messages/legal/retention.ts';
import { EnglishOnly } from '#web/components/english-only.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useLegalFacts, type LegalFacts } from '#web/features/legal/legal-facts.ts';
import { PrivacyContact, SectionText } from '#web/features/legal/legal-page.tsx';

export function TransparencyPage() {
  const facts = useLegalFacts();
  return (
    <div lang="en" className="mx-auto w-full max-w-5xl px-4 py-12 sm:px-6 sm:py-20">
      <PageTitle text={transparencyMessages.title} />
      <EnglishOnly />
      <h1 className="text-title font-semibold">{transparencyMessages.title}</h1>
      <p className="mt-3 max-w-[60ch] text-lead text-soft">{transparencyMessages.intro}</p>
      <p className="mt-3 text-note text-soft">{legalMessages.lastUpdated(legalMessages.updated)}</p>
      {facts ? <Report facts={facts} /> : <FullScreenWaiting />}
    </div>
  );
}

function Report({ facts }: { facts: LegalFacts }) {
  const { governmentRequests, incidents } = facts;
  return (
    <div className="mt-10 grid gap-4 md:grid-cols-2">
      <Part section={transparencySummary(facts)} wide />
      {governmentRequests && <Requests requests={governmentRequests} wide={incidents === null} />}
      {incidents && <Incidents incidents={incidents} wide={governmentRequests === null} />}
      {transparencySections(facts).map((section, index, { length }) => (
        <Part key={section.title} section={section} wide={index === length - 1} />
      ))}
      <Part section={retentionSection(facts)} wide />
      <Part section={transparencyContact(<PrivacyContact facts={facts} />)} wide />
    </div>
  );
}

function Requests({ requests, wide }: { requests: NonNullable<LegalFacts['governmentRequests']>; wide: boolean }) {
  const { since, received, accountsAffected, compliedWith } = requests;
  return (
    <Part
      section={{ title: transparencyMessages.requests, paragraphs: [transparencyMessages.requestsText(since)] }}
      wide={wide}
    >
      <Figures
        figures={[
          [received, transparencyMessages.received],
          [accountsAffected, transparencyMessages.accountsAffected],
          [compliedWith, transparencyMessages.compliedWith],
        ]}
      />
    </Part>
  );
}

function Incidents({ incidents, wide }: { incidents: NonNullable<LegalFacts['incidents']>; wide: boolean }) {
  const { breaches, unauthorizedAccess, disruptions } = incidents;
  const paragraphs = disruptions === 0 ? [transparencyMessages.onlyMaintenance] : [];
  return (
    <Part section={{ title: transparencyMessages.incidents, paragraphs }} wide={wide}>
      <Figures
        figures={[
          [breaches, transparencyMessages.breaches],
          [unauthorizedAccess, transparencyMessages.unauthorizedAccess],
          ...(disruptions === 0 ? [] : [[disruptions, transparencyMessages.disruptions] as const]),
        ]}
      />
    </Part>
  );
}

function Figures({ figures }: { figures: readonly (readonly [number, string])[] }) {
  return (
    <dl className={`grid gap-4 ${figures.length > 2 ? 'grid-cols-3' : 'grid-cols-2'}`}>
      {figures.map(([figure, name]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="text-title font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ section, wide = false, children }: { section: LegalSection; wide?: boolean; children?: ReactNode }) {
  return (
    <Card className={wide ? 'p-6 md:col-span-2' : 'p-6'}>
      <h2 className="text-lead font-semibold">{section.title}</h2>
      <div className="prose mt-3">
        <SectionText section={section} />
        {children}
      </div>
    </Card>
  );
}
