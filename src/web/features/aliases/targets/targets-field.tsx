import type { Ref } from 'react';
import { limits } from '#contract/limits.ts';
import { targetsFieldMessages as texts } from '#messages/pages/aliases.tsx';
import { ReadForms, Field } from '#web/components/ui/field.tsx';
import { formatEntered, parseEntered } from '#web/features/aliases/targets/read-targets.ts';
import { TargetsBox } from '#web/features/aliases/targets/targets-box.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

interface TargetsFieldProps {
  /** Text with commas; what follows the last one is still being typed. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  /** What a form library focuses on an error. */
  ref: Ref<HTMLTextAreaElement>;
  error: string | undefined;
  /** The inboxes that are there already, which are right. */
  kept: readonly string[];
  /** Offers this address while the field is empty. */
  ownEmail: string | null;
  /** Enter sends the form, whether or not something is still being typed. */
  sendsOnEnter?: boolean;
  className?: string;
}

/** Several targets, each a chip once it is finished by a comma, a space or a line. */
export function TargetsField(props: TargetsFieldProps) {
  const { value, onChange, error, ownEmail, className } = props;
  const { pieces } = parseEntered(value);
  const tooMany = pieces.length > limits.targetsPerAlias;
  const offersOwn = ownEmail !== null && value === '';

  return (
    <Field
      label={texts.label}
      hint={texts.hint}
      aside={
        offersOwn ? (
          <button
            type="button"
            className="rounded-mark text-note font-semibold whitespace-nowrap text-amber-deep underline underline-offset-2"
            onClick={() => onChange(formatEntered({ pieces: [ownEmail], draft: '' }))}
          >
            {texts.useOwn}
          </button>
        ) : (
          <span role="status" className={joinClasses('text-note tabular-nums', tooMany ? 'text-gone' : 'text-soft')}>
            {pieces.length > 1 && texts.count(pieces.length, limits.targetsPerAlias)}
          </span>
        )
      }
      error={error}
      {...(className === undefined ? {} : { className })}
    >
      {(control) => (
        <>
          <TargetsBox {...props} control={control} />
          <ReadForms text={error === undefined ? value : ''} />
        </>
      )}
    </Field>
  );
}
