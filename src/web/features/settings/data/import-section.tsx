import { useId, useState } from 'react';
import type { Account } from '#contract/account.ts';
import { findTypedForwardToFault } from '#contract/account/typed-address.ts';
import { importMessages } from '#messages/pages/account/import.ts';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Progress } from '#web/components/ui/progress.tsx';
import { ImportReportView } from '#web/features/settings/data/import-report-view.tsx';
import { countRows, isComplete, readBroken, type ImportRun } from '#web/features/settings/data/import-run.ts';
import { useImport } from '#web/features/settings/data/use-import.ts';
import { useDomains } from '#web/lib/get-config.ts';
import { atDomain } from '#web/lib/page-facts.ts';
import { showToast } from '#web/lib/toast.ts';

/** Far more than any account has. */
const fileMaxMebibytes = 32;
const mebibyte = 1024 * 1024;

/** Aliases from a file: first what would happen, then, if that is right, for good. */
export function ImportSection({ account: { id, email } }: { account: Account }) {
  const domains = useDomains().data?.domains ?? [];
  const [file, setFile] = useState<File | null>(null);
  const [chosenDomain, setDomain] = useState<string>();
  const [forwardTo, setForwardTo] = useState(email ?? '');
  const [fault, setFault] = useState<string | null>(null);
  const steps = useImport(id);
  const { busy, checked } = steps;
  const domain = chosenDomain ?? domains[0] ?? '';
  const changeForwardTo = (text: string): void => {
    setForwardTo(text);
    setFault(null);
  };
  const check = (): void => {
    const found = forwardTo.trim() === '' ? null : findTypedForwardToFault(forwardTo, [email ?? '']);
    setFault(found);
    if (file !== null && found === null) steps.checkFile({ file, domain, forwardTo });
  };
  return (
    <Section title={importMessages.title} description={importMessages.description}>
      {busy === null && checked === null && <BrokenBefore userId={id} />}
      <fieldset disabled={busy === 'import'} onChange={steps.forget} className="flex min-w-0 flex-col gap-5">
        <FileField onFile={setFile} />
        <Defaults {...{ domain, forwardTo, fault }} onDomain={setDomain} onForwardTo={changeForwardTo} />
        <Button look="plain" disabled={file === null || busy === 'check'} className="self-start" onClick={check}>
          {busy === 'check' ? importMessages.checking : importMessages.check}
        </Button>
      </fieldset>
      {checked !== null && <Steps checked={checked} steps={steps} />}
    </Section>
  );
}

interface DefaultsProps {
  domain: string;
  onDomain: (name: string) => void;
  forwardTo: string;
  fault: string | null;
  onForwardTo: (text: string) => void;
}

/** What serves rows that say nothing of it. */
function Defaults({ domain, onDomain, forwardTo, fault, onForwardTo }: DefaultsProps) {
  const domains = useDomains().data?.domains ?? [];
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={importMessages.domain} hint={importMessages.domainHint}>
        {(control) => (
          <Select value={domain} onChange={(event) => onDomain(event.target.value)} {...control}>
            {domains.map((name) => (
              <option key={name} value={name}>
                {atDomain(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <AddressField
        label={importMessages.forwardTo}
        hint={importMessages.forwardToHint}
        error={fault ?? undefined}
        autoComplete="off"
        value={forwardTo}
        onChange={(event) => onForwardTo(event.target.value)}
      />
    </div>
  );
}

interface StepsProps {
  checked: ImportRun;
  steps: ReturnType<typeof useImport>;
}

/** A single part is over before anybody reads how far it is. */
function Steps({ checked, steps }: StepsProps) {
  const { imported, busy } = steps;
  const shown = imported !== null && (imported.parts.length > 1 || isComplete(imported)) ? imported : checked;
  if (isComplete(shown))
    return <ImportReportView report={shown.report} busy={busy !== null} onImport={steps.importChecked} />;
  if (shown === imported) return <Importing run={imported} steps={steps} />;
  if (busy === null || checked.parts.length === 1) return null;
  const { done, all } = countRows(checked);
  return (
    <>
      <Progress label={importMessages.checked(done, all)} value={done} max={all} />
      <Button look="plain" className="self-start" onClick={steps.forget}>
        {importMessages.stop}
      </Button>
    </>
  );
}

interface ImportingProps {
  run: ImportRun;
  steps: ReturnType<typeof useImport>;
}

/** Aliases are being made, or it stopped. */
function Importing({ run, steps }: ImportingProps) {
  const { done, all } = countRows(run);
  return (
    <>
      <Progress label={importMessages.imported(done, all)} value={done} max={all} />
      {steps.busy === null ? (
        <>
          <p className="text-small text-soft">{importMessages.broken}</p>
          <Button className="self-start" onClick={steps.goOn}>
            {importMessages.goOn}
          </Button>
          {done > 0 && <ImportReportView report={run.report} busy={false} onImport={steps.goOn} />}
        </>
      ) : (
        <Button look="plain" className="self-start" disabled={steps.isStopping} onClick={steps.stop}>
          {steps.isStopping ? importMessages.stopping : importMessages.stop}
        </Button>
      )}
    </>
  );
}

/** For whoever read the page again in the middle. */
function BrokenBefore({ userId }: { userId: string }) {
  const broken = readBroken(userId);
  if (broken === null) return null;
  return (
    <p className="text-small wrap-anywhere">{importMessages.brokenBefore(broken.name, broken.done, broken.all)}</p>
  );
}

function FileField({ onFile }: { onFile: (file: File | null) => void }) {
  const id = useId();
  const choose = (chosen: File | null): void => {
    const isTooLarge = chosen !== null && chosen.size > fileMaxMebibytes * mebibyte;
    onFile(isTooLarge ? null : chosen);
    if (isTooLarge) {
      const description = importMessages.tooLargeDescription(fileMaxMebibytes);
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
