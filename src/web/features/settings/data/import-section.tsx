import { useId, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { importMessages } from '#messages/pages/settings.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import {
  useCheckImport,
  useImportAliases,
  type CheckedImport,
  type ChosenFile,
} from '#web/features/settings/data/import-aliases.ts';
import { ImportReportView } from '#web/features/settings/data/import-report-view.tsx';
import { Section } from '#web/components/section.tsx';
import { useDomains } from '#web/lib/get-config.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** The whole request is bounded; JSON makes a file a little longer. */
const fileMaxBytes = limits.requestBodyMaxBytes * 0.9;
const mebibyte = 1024 * 1024;

function reportImportFailure(error: unknown): void {
  reportFailure(error, importMessages.failed, importMessages.failure);
}

/** Aliases from a file: first what would happen, then, if that is right, for good. */
export function ImportSection({ email }: { email: string | null }) {
  const domains = useDomains().data?.domains ?? [];
  const [file, setFile] = useState<File | null>(null);
  const [chosenDomain, setDomain] = useState<string>();
  const [forwardTo, setForwardTo] = useState(email ?? '');
  const { check, importing, checkFile, importChecked, forget } = useImport();
  const domain = chosenDomain ?? domains[0] ?? '';
  const report = importing.data?.report ?? check.data?.report;
  return (
    <Section title={importMessages.title} description={importMessages.description}>
      <fieldset disabled={importing.isPending} onChange={forget} className="flex min-w-0 flex-col gap-5">
        <FileField onFile={setFile} />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={importMessages.domain} hint={importMessages.domainHint}>
            {(control) => (
              <Select value={domain} onChange={(event) => setDomain(event.target.value)} {...control}>
                {domains.map((name) => (
                  <option key={name} value={name}>
                    {`@${name}`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label={importMessages.forwardTo} hint={importMessages.forwardToHint}>
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
        <Button
          look="plain"
          disabled={file === null || check.isPending}
          className="self-start"
          onClick={() => file && checkFile({ file, domain, forwardTo })}
        >
          {check.isPending ? importMessages.checking : importMessages.check}
        </Button>
      </fieldset>
      {report && (
        <ImportReportView report={report} busy={importing.isPending} onImport={() => void importChecked(check.data)} />
      )}
    </Section>
  );
}

/** The two steps. Nothing is imported but what the shown report is about; `forget` gives up even a check on its way. */
function useImport() {
  const check = useCheckImport();
  const importing = useImportAliases();
  const forget = (): void => {
    check.reset();
    importing.reset();
  };
  const checkFile = (chosen: ChosenFile): void => {
    forget();
    check.mutate(chosen, { onError: reportImportFailure });
  };
  const importChecked = useSingleRun(async (checked: CheckedImport | undefined) => {
    if (checked === undefined) return;
    try {
      const { report } = await importing.mutateAsync(checked);
      showToast({ title: importMessages.done, description: importMessages.doneDescription(report.created) });
    } catch (error) {
      reportImportFailure(error);
    }
  });
  return { check, importing, checkFile, importChecked, forget };
}

function FileField({ onFile }: { onFile: (file: File | null) => void }) {
  const id = useId();
  const choose = (chosen: File | null): void => {
    const isTooLarge = chosen !== null && chosen.size > fileMaxBytes;
    onFile(isTooLarge ? null : chosen);
    if (isTooLarge) {
      const description = importMessages.tooLargeDescription(fileMaxBytes / mebibyte);
      showToast({ title: importMessages.tooLarge, description, tone: 'destructive' });
    }
  };
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-small font-semibold">
        {importMessages.file}
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,text/csv"
        onChange={(event) => choose(event.target.files?.[0] ?? null)}
        className="max-w-full text-small file:mr-4 file:h-11 file:cursor-pointer file:rounded-box file:border file:border-edge file:bg-sheet file:px-5 file:font-semibold file:text-ink hover:file:bg-well"
      />
    </div>
  );
}
