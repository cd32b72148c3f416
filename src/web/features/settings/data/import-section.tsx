import { useId, useState } from 'react';
import type { ImportReport } from '#contract/export.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { Select } from '#web/components/ui/select.tsx';
import { useImportAliases } from '#web/features/settings/data/import-aliases.ts';
import { ImportReportView } from '#web/features/settings/data/import-report-view.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { useDomains } from '#web/lib/get-domains.ts';
import { reportFailure } from '#web/lib/report-failure.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The whole request may be 1 MiB; JSON makes a file a little longer. */
const fileMaxBytes = limits.requestBodyMaxBytes * 0.9;

/** Aliases from a file: first what would happen, then, if that is right, for good. */
export const ImportSection = ({ email }: { email: string | null }) => {
  const fileId = useId();
  const domains = useDomains().data?.domains ?? [];
  const [csv, setCsv] = useState<string | null>(null);
  const [chosenDomain, setDomain] = useState<string>();
  const [forwardTo, setForwardTo] = useState(email ?? '');
  const [report, setReport] = useState<ImportReport | null>(null);
  const { mutateAsync, isPending } = useImportAliases();
  const domain = chosenDomain ?? domains[0] ?? '';

  const readFile = async (file: File | undefined): Promise<void> => {
    setReport(null);
    setCsv(null);
    if (file && file.size > fileMaxBytes) {
      const description = 'The file is larger than 0.9 MiB. Please split it.';
      showToast({ title: 'File Too Large', description, tone: 'destructive' });
    } else if (file) setCsv(await file.text());
  };

  const run = useSingleRun(async (dryRun: boolean) => {
    if (csv === null) return;
    try {
      const inboxes = forwardTo.trim() === '' ? {} : { forwardTo };
      const answer = await mutateAsync({ csv, domain, dryRun, ...inboxes });
      setReport(answer.report);
      if (!dryRun) showToast({ title: 'Import Done', description: `${answer.report.created} aliases created` });
    } catch (error) {
      reportFailure(error, 'Import Failed', 'The file could not be read');
    }
  });

  return (
    <SettingsSection
      title="Import"
      description="Aliases from a CSV file: ours, SimpleLogin's or addy.io's. You see first what would happen."
    >
      <div className="flex flex-col gap-2">
        <label htmlFor={fileId} className="text-small font-semibold">
          CSV file
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,text/csv"
          onChange={(event) => void readFile(event.target.files?.[0])}
          className="max-w-full text-small file:mr-4 file:h-11 file:cursor-pointer file:rounded-box file:border file:border-edge file:bg-sheet file:px-5 file:font-semibold file:text-ink hover:file:bg-well"
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Domain" hint="For names from domains that are not here.">
          {(control) => (
            <Select value={domain} onChange={(event) => setDomain(event.target.value)} {...control}>
              {domains.map((name) => (
                <option key={name} value={name}>
                  @{name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Forward to" hint="For rows that name no inbox.">
          {(control) => (
            <Input
              inputMode="email"
              autoComplete="off"
              value={forwardTo}
              onChange={(event) => setForwardTo(event.target.value)}
              {...control}
            />
          )}
        </Field>
      </div>
      <Button look="plain" disabled={csv === null || isPending} className="self-start" onClick={() => void run(true)}>
        {isPending ? 'Reading...' : 'Check the file'}
      </Button>
      {report && <ImportReportView report={report} busy={isPending} onImport={() => void run(false)} />}
    </SettingsSection>
  );
};
