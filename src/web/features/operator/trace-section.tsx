import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { operatorTraceMessages as texts } from '#messages/pages/held.ts';
import { Section } from '#web/components/section.tsx';
import { TraceLines } from '#web/components/trace-lines.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

/** What became of the mail of one alias, for whoever has its owner's code. */
export function TraceSection() {
  const form = useForm({ defaultValues: { code: '' } });
  const { mutateAsync, isPending, data } = useMutation({
    mutationFn: (payload: { code: string }) => requestConfirmed('POST /api/operator/trace', { payload }),
  });
  const read = useSingleRun(async (input: { code: string }) => {
    try {
      await mutateAsync(input);
    } catch (error) {
      reportUnconfirmed(error, texts.notRead, texts.failure);
    }
  });
  const submit = form.handleSubmit(read);
  return (
    <Section title={texts.title} description={texts.description}>
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-3 sm:flex-row sm:items-start"
      >
        <Field label={texts.code} error={form.formState.errors.code?.message} className="flex-1">
          {(control) => (
            <Input
              autoComplete="off"
              spellCheck={false}
              {...control}
              {...form.register('code', { required: texts.codeMissing })}
            />
          )}
        </Field>
        <Button look="plain" type="submit" disabled={isPending} className="sm:mt-7 sm:min-w-24">
          {isPending ? texts.reading : texts.read}
        </Button>
      </form>
      <div aria-live="polite" className="text-small empty:-mt-5">
        {data && (
          <>
            <h3 className="mb-3 font-semibold wrap-anywhere">{data.alias}</h3>
            <TraceLines lines={data.trace.lines} />
          </>
        )}
      </div>
    </Section>
  );
}
