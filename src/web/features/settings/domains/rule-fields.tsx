import { useId } from 'react';
import { ArrowUp, Trash2 } from 'lucide-react';
import type { FieldErrors } from '#contract/errors.ts';
import { ruleLimits } from '#contract/domains/rule-limits.ts';
import { ruleMessages as texts } from '#messages/pages/account/rules.ts';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { Input, Select } from '#web/components/ui/input.tsx';
import type { RuleDraft } from '#web/features/settings/domains/rules.ts';

const plainText = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

interface RuleParts {
  /** Where new aliases forward to and which labels they get is the domain's owner's to see and to choose. */
  owned: boolean;
  rule: RuleDraft;
  index: number;
  errors: FieldErrors;
  onChange: (rule: RuleDraft) => void;
}

interface RuleFieldsProps extends RuleParts {
  onUp: () => void;
  onRemove: () => void;
}

/** One rule of a list, with its place in it. */
export function RuleFields({ onUp, onRemove, ...parts }: RuleFieldsProps) {
  const { index } = parts;
  const number = index + 1;
  const title = useId();
  return (
    <li>
      <fieldset aria-labelledby={title} className="flex min-w-0 flex-col gap-4 border-t border-line pt-3">
        <div className="flex items-center justify-between gap-4">
          <p id={title} className="text-small font-semibold">
            {texts.rule(number)}
          </p>
          <div className="flex">
            <IconButton label={texts.up(number)} disabled={index === 0} onClick={onUp}>
              <ArrowUp aria-hidden="true" />
            </IconButton>
            <IconButton label={texts.remove(number)} onClick={onRemove}>
              <Trash2 aria-hidden="true" />
            </IconButton>
          </div>
        </div>
        <div className="grid gap-4 md:grid-cols-2">
          <NameFields {...parts} />
          <DeedFields {...parts} />
        </div>
      </fieldset>
    </li>
  );
}

/** Which names a rule takes. */
function NameFields({ rule, index, errors, onChange }: RuleParts) {
  const { kind, pattern } = rule;
  return (
    <>
      <Field label={texts.kind}>
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => onChange({ ...rule, kind: target.value === 'regex' ? 'regex' : 'glob' })}
          >
            <option value="glob">{texts.kinds.glob}</option>
            <option value="regex">{texts.kinds.regex}</option>
          </Select>
        )}
      </Field>
      <Field label={texts.pattern} hint={texts.patternHint[kind]} error={errors[`rules.${index}.pattern`]?.[0]}>
        {(control) => (
          <Input
            {...control}
            {...plainText}
            maxLength={ruleLimits.patternMax}
            value={pattern}
            onChange={({ target }) => onChange({ ...rule, pattern: target.value })}
          />
        )}
      </Field>
    </>
  );
}

/** What it does with them. */
function DeedFields(parts: RuleParts) {
  const { owned, rule, onChange } = parts;
  const { action } = rule;
  return (
    <>
      <Field label={texts.action}>
        {(control) => (
          <Select
            {...control}
            value={action}
            onChange={({ target }) => onChange({ ...rule, action: target.value === 'refuse' ? 'refuse' : 'make' })}
          >
            <option value="make">{texts.actions.make}</option>
            <option value="refuse">{texts.actions.refuse}</option>
          </Select>
        )}
      </Field>
      {owned && action === 'make' && <NewAliasFields {...parts} />}
    </>
  );
}

/** What the aliases are like that a rule makes. */
function NewAliasFields({ rule, index, errors, onChange }: RuleParts) {
  const { forwardTo, labels } = rule;
  return (
    <>
      <AddressField
        label={texts.ruleForwardTo}
        hint={texts.ruleForwardToHint}
        error={errors[`rules.${index}.forwardTo`]?.[0]}
        autoComplete="off"
        value={forwardTo}
        onChange={({ target }) => onChange({ ...rule, forwardTo: target.value })}
      />
      <Field label={texts.labels} hint={texts.labelsHint} error={errors[`rules.${index}.labels`]?.[0]}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            dir="auto"
            value={labels}
            onChange={({ target }) => onChange({ ...rule, labels: target.value })}
          />
        )}
      </Field>
    </>
  );
}
