import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { findReadSender, findTypedSenderFault, readTypedSender } from '#contract/account/typed-address.ts';
import type { SenderRule, SenderRuleInput } from '#contract/held/sender-rules.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { senderRuleMessages as texts } from '#messages/pages/held.ts';
import { SectionList, SectionRow } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { AddressField, Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { nameControl } from '#web/lib/name-control.ts';
import { request } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showFieldErrors } from '#web/lib/show-field-errors.ts';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

export const senderRulesQuery = queryOptions({
  queryKey: [ownKey, 'sender-rules'],
  queryFn: ({ signal }) => request('GET /api/sender-rules', { signal }),
});

/** The rules of one alias, or those for all of them (null), and a form for another one. */
export function SenderRules({ aliasId }: { aliasId: string | null }) {
  const { data, isError, refetch } = useQuery(senderRulesQuery);
  if (!data && !isError) return <Waiting text={texts.loading} />;
  if (!data) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-4 text-soft">
        {texts.notLoaded}
        <Button look="plain" onClick={() => void refetch()}>
          {controlMessages.tryAgain}
        </Button>
      </div>
    );
  }
  const own = data.senderRules.filter(({ scope }) =>
    scope === 'account' ? aliasId === null : scope.aliasId === aliasId,
  );
  return (
    <>
      {own.length === 0 ? (
        <p className="text-soft">{texts.none}</p>
      ) : (
        <SectionList>
          {own.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </SectionList>
      )}
      <RuleForm scope={aliasId === null ? 'account' : { aliasId }} />
    </>
  );
}

function RuleRow({ rule }: { rule: SenderRule }) {
  const { id, match, action, evenIfRejected, active } = rule;
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => request('DELETE /api/sender-rules/{id}', { params: { id } }),
    onSuccess: (_answer, _input, _result, { client }) => client.invalidateQueries(senderRulesQuery),
  });
  const remove = useSingleRun(async () => {
    try {
      showToast({ title: (await mutateAsync()).message });
    } catch (error) {
      reportFailure(error, texts.notRemoved, texts.removeFailure);
    }
  });
  return (
    <SectionRow title={match} note={active ? (evenIfRejected ? texts.anyway : texts.told[action]) : texts.off}>
      <SwitchButton rule={rule} />
      <Button
        look="removing"
        size="small"
        aria-label={texts.removeOne(match)}
        disabled={isPending}
        onClick={() => void remove()}
      >
        {texts.remove}
      </Button>
    </SectionRow>
  );
}

/** What is off is kept as it is. */
function SwitchButton({ rule: { scope, match, action, evenIfRejected, active } }: { rule: SenderRule }) {
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      request('POST /api/sender-rules', {
        payload: { scope, match, action, active: !active, ...(evenIfRejected && { evenIfRejected }) },
      }),
    onSuccess: (_answer, _input, _result, { client }) => client.invalidateQueries(senderRulesQuery),
  });
  const change = useSingleRun(async () => {
    try {
      await mutateAsync();
    } catch (error) {
      reportFailure(error, texts.notSaved, texts.failure);
    }
  });
  return (
    <Button
      look="plain"
      size="small"
      aria-label={nameControl(active ? texts.switchOff : texts.switchOn, match)}
      disabled={isPending}
      onClick={() => void change()}
    >
      {active ? texts.switchOff : texts.switchOn}
    </Button>
  );
}

type RuleFields = Required<Omit<SenderRuleInput, 'scope' | 'active'>>;

const emptyRule: RuleFields = { match: '', action: 'block', evenIfRejected: false };

/** As the server is told. */
function readFields({ match, action, evenIfRejected }: RuleFields) {
  return { match: readTypedSender(match), action, ...(action === 'allow' && { evenIfRejected }) };
}

function RuleForm({ scope }: Pick<SenderRuleInput, 'scope'>) {
  const form = useForm<RuleFields>({ defaultValues: emptyRule });
  const [action, match] = useWatch({ control: form.control, name: ['action', 'match'] });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (fields: RuleFields) =>
      request('POST /api/sender-rules', { payload: { scope, ...readFields(fields) } }),
    onSuccess: (_answer, _input, _result, { client }) => client.invalidateQueries(senderRulesQuery),
  });
  const save = useSingleRun(async (fields: RuleFields) => {
    try {
      showToast({ title: (await mutateAsync(fields)).message });
      form.reset();
    } catch (error) {
      if (!showFieldErrors(error, form)) reportFailure(error, texts.notSaved, texts.failure);
    }
  });
  const submit = form.handleSubmit(save);
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <div className="flex flex-col gap-4 sm:flex-row sm:items-start">
        <AddressField
          label={texts.match}
          hint={texts.matchHint}
          error={form.formState.errors.match?.message}
          className="flex-1"
          autoComplete="off"
          readForms={findReadSender}
          value={match}
          {...form.register('match', { validate: (text) => findTypedSenderFault(text) ?? true })}
        />
        <Field label={texts.action} error={form.formState.errors.action?.message} className="sm:w-36">
          {(control) => (
            <Select {...control} {...form.register('action')}>
              <option value="block">{texts.actions.block}</option>
              <option value="allow">{texts.actions.allow}</option>
              <option value="hold">{texts.actions.hold}</option>
            </Select>
          )}
        </Field>
      </div>
      {action === 'allow' && (
        <label className="flex items-start gap-3 text-small">
          <input type="checkbox" className="mt-1 size-4 shrink-0 accent-amber" {...form.register('evenIfRejected')} />
          <span>
            <span className="font-semibold">{texts.evenIfRejected}</span>
            <span className="block text-soft">{texts.evenIfRejectedText}</span>
          </span>
        </label>
      )}
      <Button look="plain" type="submit" disabled={isPending} className="self-start">
        {isPending ? texts.adding : texts.add}
      </Button>
    </form>
  );
}
