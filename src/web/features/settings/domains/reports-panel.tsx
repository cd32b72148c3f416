import { useQuery } from '@tanstack/react-query';
import type { OwnDomain } from '#contract/account/domains.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { mailReportMessages as texts } from '#messages/pages/account/mail-reports.ts';
import { CopiedLine } from '#web/components/copied-line.tsx';
import { MailReportTables } from '#web/components/mail-reports.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { domainReportsQuery } from '#web/features/settings/domains/domains.ts';

/** What other mail servers report of a domain, and what brings more of it. */
export function ReportsPanel({ id, domain }: { id: string; domain: OwnDomain }) {
  const { data, isFetching, refetch } = useQuery(domainReportsQuery(domain));
  return (
    <div
      id={id}
      role="group"
      aria-label={texts.openOf(domain.name)}
      className="flex min-w-0 flex-col gap-5 rounded-box border border-line p-4"
    >
      {data === undefined && isFetching && <Waiting text={controlMessages.loading} />}
      {data === undefined && !isFetching && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          {sectionMessages.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
      {data !== undefined && (
        <>
          {data.dmarc.length + data.tls.length === 0 ? (
            <p className="text-small text-soft">{texts.empty}</p>
          ) : (
            <>
              <p className="text-small text-soft">{texts.panel(operatorLimits.volumeDays)}</p>
              <MailReportTables reports={data} />
            </>
          )}
          {data.records.length > 0 && <p className="text-small text-soft">{texts.records}</p>}
          {data.records.map(({ name, value }) => (
            <div key={name} className="grid gap-3 md:grid-cols-2">
              <CopiedLine name={texts.name} text={name} />
              <CopiedLine name={texts.value} text={value} />
            </div>
          ))}
        </>
      )}
    </div>
  );
}
