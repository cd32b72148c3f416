import { operatorLimits } from '#contract/account/operator-limits.ts';
import { mailReportMessages as texts } from '#messages/pages/account/mail-reports.ts';
import { MailReportTables } from '#web/components/mail-reports.tsx';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { mailReportsQuery } from '#web/features/operator/operator-calls.ts';
import { useConfig } from '#web/lib/get-config.ts';

/** What other mail servers report of our domains; nothing where another forwards, who gets the reports. */
export function MailReportsSection() {
  if (useConfig()?.features.reports === false) return null;
  const description = texts.description(operatorLimits.volumeDays);
  return (
    <AskedSection title={texts.title} description={description} options={mailReportsQuery}>
      {({ domains }) =>
        domains.length === 0 ? (
          <p className="text-soft">{texts.empty}</p>
        ) : (
          domains.map(({ name, ...reports }) => (
            <section key={name} className="flex min-w-0 flex-col gap-4">
              <h3 className="font-semibold wrap-anywhere">{name ?? texts.others}</h3>
              <MailReportTables reports={reports} />
            </section>
          ))
        )
      }
    </AskedSection>
  );
}
