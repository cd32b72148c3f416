import { useState } from 'react';
import { Controller, useController, type UseFormReturn } from 'react-hook-form';
import { findLabelFault, lifeFaults, splitLabels } from '#contract/aliases/life-faults.ts';
import { lifeLimits } from '#contract/aliases/life-limits.ts';
import { lifeMessages as texts } from '#messages/pages/lives/lives.ts';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { useConfig } from '#web/lib/get-config.ts';

/** Fields of the forms for new and for changed aliases, whose values are what is sent. */
export function LifeFields({ form }: { form: UseFormReturn }) {
  const { lives = false } = useConfig()?.features ?? {};
  return (
    <div className="mt-4 grid gap-x-8 gap-y-5 md:grid-cols-2">
      <LabelsField form={form} />
      {lives && (
        <>
          <DayField form={form} />
          <NumberField form={form} name="maxMessages" max={lifeLimits.maxMessagesMax} fault={lifeFaults.maxMessages} />
          <NumberField form={form} name="idleDays" max={lifeLimits.idleDaysMax} fault={lifeFaults.idleDays} />
        </>
      )}
    </div>
  );
}

function messageOf(form: UseFormReturn, name: string): string | undefined {
  const error = form.formState.errors[name];
  return typeof error?.message === 'string' ? error.message : undefined;
}

/** Sent as names; what is typed stays as it is while it is. */
function LabelsField({ form }: { form: UseFormReturn }) {
  const validate = (names: unknown): string | true =>
    (Array.isArray(names) ? (names as string[]) : []).map(findLabelFault).find((fault) => fault !== null) ?? true;
  const { field } = useController({ control: form.control, name: 'labels', rules: { validate } });
  const names = Array.isArray(field.value) ? (field.value as string[]) : [];
  const [typed, setTyped] = useState('');
  return (
    <Field label={texts.labels} hint={texts.labelsHint} error={messageOf(form, 'labels')}>
      {(control) => (
        <Input
          ref={field.ref}
          name="labels"
          autoComplete="off"
          dir="auto"
          value={String(splitLabels(typed)) === String(names) ? typed : names.join(', ')}
          onBlur={field.onBlur}
          onChange={({ target: { value } }) => {
            setTyped(value);
            field.onChange(splitLabels(value));
          }}
          {...control}
        />
      )}
    </Field>
  );
}

/** `YYYY-MM-DD` as the clock on this wall has it. Who types 2027 passes the year 2, without whose zeros the field would empty itself. */
export function dayOf(iso: unknown): string {
  if (typeof iso !== 'string') return '';
  const date = new Date(iso);
  const pad = (number: number, digits: number): string => String(number).padStart(digits, '0');
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/** The end of a day here; null for none. */
export function endOfDay(day: string): string | null {
  const end = new Date(`${day}T23:59:59.999`);
  return Number.isNaN(end.getTime()) ? null : end.toISOString();
}

function DayField({ form }: { form: UseFormReturn }) {
  return (
    <Controller
      control={form.control}
      name="expiresAt"
      render={({ field }) => (
        <Field
          label={texts.expiresAt}
          hint={`${texts.expiresAtHint} ${texts.empty}`}
          error={messageOf(form, 'expiresAt')}
        >
          {(control) => (
            <Input
              type="date"
              ref={field.ref}
              name="expiresAt"
              min={dayOf(new Date().toISOString())}
              value={dayOf(field.value)}
              onBlur={field.onBlur}
              onChange={(event) => field.onChange(endOfDay(event.target.value))}
              {...control}
            />
          )}
        </Field>
      )}
    />
  );
}

interface NumberFieldProps {
  form: UseFormReturn;
  name: 'maxMessages' | 'idleDays';
  max: number;
  fault: string;
}

function NumberField({ form, name, max, fault }: NumberFieldProps) {
  const validate = (value: unknown): string | true =>
    (value ?? null) === null || (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max) || fault;
  return (
    <Controller
      control={form.control}
      name={name}
      rules={{ validate }}
      render={({ field }) => (
        <Field label={texts[name]} hint={`${texts[`${name}Hint`]} ${texts.empty}`} error={messageOf(form, name)}>
          {(control) => (
            <Input
              inputMode="numeric"
              autoComplete="off"
              ref={field.ref}
              name={name}
              value={String((field.value as number | null | undefined) ?? '')}
              onBlur={field.onBlur}
              onChange={({ target: { value } }) => {
                const digits = value.replaceAll(/\D/g, '').slice(0, 6);
                field.onChange(digits === '' ? null : Number(digits));
              }}
              {...control}
            />
          )}
        </Field>
      )}
    />
  );
}
