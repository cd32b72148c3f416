import { useId, useState, type ChangeEvent, type ComponentProps, type ReactNode } from 'react';
import { findReadForms } from '#contract/account/typed-address.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Input } from '#web/components/ui/input.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

/** What a control needs so that its label, hint and error are read out with it. */
export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean;
}

interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Stands at the right of the label. */
  aside?: ReactNode;
  error?: string | undefined;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, hint, aside, error, className, children }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = error ? errorId : hint && hintId;
  return (
    <div className={joinClasses('flex min-w-0 flex-col gap-2', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
        </label>
        {aside}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error !== undefined })}
      {error && (
        <p id={errorId} role="alert" className="text-small text-gone">
          {error}
        </p>
      )}
      {hint && !error && (
        <p id={hintId} className="text-small text-soft">
          {hint}
        </p>
      )}
    </div>
  );
}

interface AddressFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'className' | 'children'> {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** Of the whole field. */
  className?: string;
  /** What a form library, which keeps the text to itself, fills in at first. */
  initial?: string;
  /** In the reader's words, where those of the pages are not at hand. */
  goesTo?: (addresses: string) => string;
  /** What in its text is read otherwise than typed: of addresses, where nothing else is asked for. */
  readForms?: (text: string) => string[];
  /** The options of its `list`. */
  children?: ReactNode;
}

/**
 * A field for an address, or several with commas. No `type="email"`: with it browsers read names beyond ASCII by rules of 2003,
 * by which straße.example becomes strasse.example, the domain of somebody else.
 */
export function AddressField(props: AddressFieldProps) {
  const { label, hint, error, className, initial = '', goesTo, readForms, children, onChange, ...input } = props;
  const [typed, setTyped] = useState(initial);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    setTyped(event.target.value);
    onChange?.(event);
  };
  const text = typeof input.value === 'string' ? input.value : typed;
  return (
    <Field label={label} hint={hint} error={error} {...(className !== undefined && { className })}>
      {(control) => (
        <>
          <Input
            type="text"
            inputMode="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            {...control}
            {...input}
            onChange={change}
          />
          {children}
          <ReadForms text={error === undefined ? text : ''} goesTo={goesTo} readForms={readForms} />
        </>
      )}
    </Field>
  );
}

interface ReadFormsProps {
  text: string;
  goesTo?: AddressFieldProps['goesTo'];
  readForms?: AddressFieldProps['readForms'];
}

/** Says which address is meant before anything is sent there. */
export function ReadForms({ text, goesTo = controlMessages.goesTo, readForms = findReadForms }: ReadFormsProps) {
  const forms = readForms(text);
  return (
    <p role="status" className="text-small wrap-anywhere text-soft empty:hidden">
      {forms.length > 0 && goesTo(forms.join(', '))}
    </p>
  );
}
