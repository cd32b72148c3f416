import type { AbuseReports } from '#contract/operator.ts';
import { operatorLimits } from '#contract/account/operator-limits.ts';
import { operatorReportsMessages as texts } from '#messages/pages/operator/lists.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AskedSection } from '#web/features/operator/asked-section.tsx';
import { reportsQuery } from '#web/features/operator/operator-calls.ts';
import { formatDay } from '#web/lib/format-time.ts';
import { nameControl } from '#web/lib/name-control.ts';

/** What complaints prove of an account, in words. */
export function describeReports({ lastAt, ...counts }: AbuseReports): string {
  if (lastAt === null) return texts.none;
  return `${texts.counts(counts)}; ${texts.last(formatDay(lastAt))}`;
}

/** The accounts that complaints lead to. `onLook`: shows one of them, by its name. */
export function ReportsSection({ onLook }: { onLook: (name: string) => void }) {
  return (
    <AskedSection title={texts.title} description={texts.description(operatorLimits.reportDays)} options={reportsQuery}>
      {({ accounts }) =>
        accounts.length === 0 ? (
          <p className="text-soft">{texts.empty}</p>
        ) : (
          <SectionList>
            {accounts.map(({ name, reports }) => (
              <SectionRow key={name} title={texts.account(name)} note={describeReports(reports)}>
                <Button
                  look="plain"
                  size="small"
                  aria-label={nameControl(texts.look, name)}
                  onClick={() => onLook(name)}
                >
                  {texts.look}
                </Button>
              </SectionRow>
            ))}
          </SectionList>
        )
      }
    </AskedSection>
  );
}
