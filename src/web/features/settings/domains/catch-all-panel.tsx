import { useRef, useState } from 'react';
import type { OwnDomain } from '#contract/account/domains.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { ruleMessages as texts } from '#messages/pages/account/rules.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { useAccountChange } from '#web/features/settings/account.ts';
import { EndingSwitch } from '#web/features/settings/domains/ending-switch.tsx';
import { RuleFields } from '#web/features/settings/domains/rule-fields.tsx';
import { RuleTest } from '#web/features/settings/domains/rule-test.tsx';
import {
  draftOf,
  findForwardFaults,
  newRule,
  readRulesFile,
  saveCatchAll,
  useRules,
  writeRules,
  type CatchAllForm,
  type RuleDraft,
} from '#web/features/settings/domains/rules.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { RequestError } from '#web/lib/request.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { showToast } from '#web/lib/toast.ts';

/** What becomes of mail to names of a domain that are no alias; loaded when it is opened. */
export function CatchAllPanel({ id, domain }: { id: string; domain: OwnDomain }) {
  const offersRules = useConfig()?.features.domainRules ?? false;
  const { data, isFetching, refetch } = useRules(domain, offersRules);
  if (!offersRules) {
    return (
      <section
        id={id}
        aria-label={texts.title(domain.name)}
        className="border-line max-sm:border-t max-sm:pt-4 sm:rounded-box sm:border sm:p-4"
      >
        <CatchAllEditor domain={domain} saved={null} />
      </section>
    );
  }
  return (
    <section
      id={id}
      aria-label={texts.title(domain.name)}
      className="border-line max-sm:border-t max-sm:pt-4 sm:rounded-box sm:border sm:p-4"
    >
      {data && <CatchAllEditor domain={domain} saved={data.rules.map(draftOf)} />}
      {!data && isFetching && <Waiting text={controlMessages.loading} />}
      {!data && !isFetching && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          {texts.notLoaded}
          <Button look="plain" onClick={() => void refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
    </section>
  );
}

/** `saved`: null where there are no rules, as another forwards the mail. */
function CatchAllEditor({ domain, saved }: { domain: OwnDomain; saved: readonly RuleDraft[] | null }) {
  const start = { catchAll: domain.catchAll, forwardTo: domain.defaultForwardTo ?? '', rules: saved ?? [] };
  const [form, setForm] = useState<CatchAllForm>(start);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { change, isPending } = useAccountChange({
    send: () => saveCatchAll(domain, form, saved !== null),
    onDone: ({ message }) => showToast({ title: message }),
    failure: texts.failure,
    showFaults: (error) => setErrors((error instanceof RequestError && error.fieldErrors) || {}),
  });
  const setRules = (rules: readonly RuleDraft[]): void => {
    setForm({ ...form, rules });
    setErrors({});
  };
  return (
    <div className="flex flex-col gap-6">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          const faults = domain.owned ? findForwardFaults(form, start) : {};
          setErrors(faults);
          if (Object.keys(faults).length === 0) void change(undefined);
        }}
      >
        <DomainFields
          owned={domain.owned}
          offersRules={saved !== null}
          form={form}
          errors={errors}
          onChange={setForm}
        />
        {saved && <RuleList owned={domain.owned} rules={form.rules} errors={errors} onChange={setRules} />}
        {errors['rules'] && (
          <p role="alert" className="text-small text-gone">
            {errors['rules'][0]}
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={isPending}>
            {isPending ? texts.saving : texts.save}
          </Button>
          {saved && <RuleFile domain={domain} rules={form.rules} onRead={setRules} />}
        </div>
      </form>
      {saved && <RuleTest domain={domain} form={form} />}
      <EndingSwitch domain={domain} />
    </div>
  );
}

interface DomainFieldsProps {
  /** Where mail goes is the owner's to see and to choose. */
  owned: boolean;
  offersRules: boolean;
  form: CatchAllForm;
  errors: FieldErrors;
  onChange: (form: CatchAllForm) => void;
}

const modes = ['off', 'rules', 'all'] as const;

function DomainFields({ owned, offersRules, form, errors, onChange }: DomainFieldsProps) {
  const offered = modes.filter((mode) => offersRules || mode !== 'rules' || form.catchAll === mode);
  const names = offersRules ? texts.catchAll : { ...texts.catchAll, all: texts.elsewhere.all };
  return (
    <>
      <Field label={texts.catchAllLabel} hint={offersRules ? texts.catchAllHint : texts.elsewhere.hint}>
        {(control) => (
          <Select
            {...control}
            value={form.catchAll}
            onChange={({ target }) =>
              onChange({ ...form, catchAll: modes.find((mode) => mode === target.value) ?? 'off' })
            }
          >
            {offered.map((mode) => (
              <option key={mode} value={mode}>
                {names[mode]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {owned && <ForwardField offersRules={offersRules} form={form} errors={errors} onChange={onChange} />}
    </>
  );
}

function ForwardField({ offersRules, form, errors, onChange }: Omit<DomainFieldsProps, 'owned'>) {
  return (
    <AddressField
      label={offersRules ? texts.forwardTo : texts.elsewhere.forwardTo}
      hint={texts.forwardToHint}
      error={(errors['defaultForwardTo'] ?? errors['forwardTo'])?.[0]}
      autoComplete="off"
      value={form.forwardTo}
      onChange={({ target }) => onChange({ ...form, forwardTo: target.value })}
    />
  );
}

interface RuleListProps {
  owned: boolean;
  rules: readonly RuleDraft[];
  errors: FieldErrors;
  onChange: (rules: readonly RuleDraft[]) => void;
}

function RuleList({ owned, rules, errors, onChange }: RuleListProps) {
  const moveUp = (index: number): void => {
    const moved = rules[index];
    if (moved !== undefined) onChange(rules.toSpliced(index, 1).toSpliced(index - 1, 0, moved));
  };
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="text-small font-semibold">{texts.rules}</p>
      {rules.length === 0 && <p className="text-small text-soft">{texts.noRules}</p>}
      <ol className="flex w-full flex-col gap-4">
        {rules.map((rule, index) => (
          <RuleFields
            key={rule.key}
            owned={owned}
            rule={rule}
            index={index}
            errors={errors}
            onChange={(changed) => onChange(rules.with(index, changed))}
            onUp={() => moveUp(index)}
            onRemove={() => onChange(rules.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <Button
        look="plain"
        disabled={rules.length >= ruleLimits.rulesPerDomain}
        onClick={() => onChange([...rules, newRule()])}
      >
        {texts.add}
      </Button>
    </div>
  );
}

interface RuleFileProps {
  domain: OwnDomain;
  rules: readonly RuleDraft[];
  onRead: (rules: readonly RuleDraft[]) => void;
}

/** Rules of a domain in a file, for another one or another day. What is read is not saved yet. */
function RuleFile({ domain: { name }, rules, onRead }: RuleFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined): Promise<void> => {
    const drafts = file && readRulesFile(await file.text());
    if (drafts) onRead(drafts);
    else if (file) showToast({ title: texts.importFailure, tone: 'destructive' });
  };
  return (
    <>
      <Button look="plain" onClick={() => input.current?.click()}>
        {texts.import}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={texts.import}
        onChange={({ target }) => void read(target.files?.[0]).finally(() => (target.value = ''))}
      />
      {rules.length > 0 && (
        <Button look="plain" onClick={() => saveFile(texts.fileName(name), 'application/json', writeRules(rules))}>
          {texts.export}
        </Button>
      )}
    </>
  );
}
