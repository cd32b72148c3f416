import type { ReactNode } from 'react';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { useLegalFacts, type LegalFacts } from '#web/features/legal/legal-facts.ts';
import { PrivacyContact } from '#web/features/legal/legal-page.tsx';

export function TransparencyPage() {
  const facts = useLegalFacts();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 py-12 sm:px-6 sm:py-20">
      <PageTitle text="Transparency Report" />
      <h1 className="text-title font-semibold">Transparency Report</h1>
      <p className="mt-3 max-w-[60ch] text-lead text-soft">What we hold, who asked for it, and what they got.</p>
      {facts ? <Report facts={facts} /> : <FullScreenWaiting />}
    </div>
  );
}

function Report({ facts }: { facts: LegalFacts }) {
  const { deletedAliases, accountAfterClosure, securityLogs } = facts.reportRetention;
  return (
    <div className="mt-10 grid gap-4 md:grid-cols-2">
      <Part title="Executive Summary" wide>
        <p>
          Since {facts.launched} we have received no government request for user data, and have had no data breach. We
          keep no email activity logs, so there is little that anybody could ask us for. The next report is scheduled
          for {facts.reportNext}.
        </p>
      </Part>
      <GovernmentRequests facts={facts} />
      <SecurityIncidents facts={facts} />
      <Part title="Data We Collect">
        <ul>
          <li>Account information: email, wallet address, or an identifier from Google. No OAuth tokens.</li>
          <li>The aliases you create, and the addresses they forward to, encrypted.</li>
          <li>Usage statistics: the number of aliases and their creation dates, and daily counts of events by name.</li>
          <li>Technical and security logs, without addresses and without content.</li>
        </ul>
      </Part>
      <Part title="Data Retention">
        <ul>
          <li>Deleted aliases are permanently removed within {deletedAliases} days.</li>
          <li>Account data is deleted within {accountAfterClosure} days of account closure.</li>
          <li>Security logs are kept {securityLogs} days.</li>
          <li>Of an address that was in use, a keyed hash stays, so that nobody else gets its mail.</li>
        </ul>
      </Part>
      <Part title="Third-Party Services">
        <ul>
          <li>
            {facts.forwarder === null
              ? 'Forwarding: none. Mail is received, signed and delivered by this service itself.'
              : `Forwarding runs through ${facts.forwarder}. ${facts.forwarderLogs}`}
          </li>
          <li>
            {facts.hostedDatabase
              ? 'Database: hosted by a third-party provider, with encryption at rest.'
              : 'Database: none. It runs with this service itself.'}
          </li>
          <li>Google, only if you choose to sign in with it.</li>
        </ul>
      </Part>
      <Part title="Built in Lithuania">
        <p>
          Kauke is made in Lithuania. This service is operated in {facts.operatorCountry} under {facts.law} and the
          General Data Protection Regulation.
        </p>
      </Part>
      <Part title="Contact" wide>
        <p>
          Questions about privacy and transparency go to <PrivacyContact facts={facts} />.
        </p>
      </Part>
    </div>
  );
}

function GovernmentRequests({ facts }: { facts: LegalFacts }) {
  const { period, received, accountsAffected, compliedWith } = facts.governmentRequests;
  return (
    <Part title="Government Requests">
      <p>For user data, {period}.</p>
      <Figures
        figures={[
          [received, 'Requests'],
          [accountsAffected, 'Accounts affected'],
          [compliedWith, 'Complied with'],
        ]}
      />
    </Part>
  );
}

function SecurityIncidents({ facts }: { facts: LegalFacts }) {
  return (
    <Part title="Security Incidents">
      <p>Service disruptions: only standard maintenance windows.</p>
      <Figures
        figures={[
          [facts.incidents.breaches, 'Data breaches'],
          [facts.incidents.unauthorizedAccess, 'Unauthorized access incidents'],
        ]}
      />
    </Part>
  );
}

function Figures({ figures }: { figures: readonly (readonly [number, string])[] }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-4">
      {figures.map(([figure, name]) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="text-title font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ title, wide = false, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <Card className={wide ? 'p-6 md:col-span-2' : 'p-6'}>
      <h2 className="text-lead font-semibold">{title}</h2>
      <div className="prose mt-3">{children}</div>
    </Card>
  );
}
