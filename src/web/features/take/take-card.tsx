import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Offered } from '#contract/domains/offers.ts';
import { takeMessages as texts } from '#messages/pages/account/offers.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Select } from '#web/components/ui/input.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { tellOtherTabs } from '#web/lib/other-tabs.ts';
import { explain, request, RequestError } from '#web/lib/request.ts';
import { ownKey } from '#web/lib/session.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatDay } from '#web/lib/format-time.ts';

interface TakeCardProps {
  token: string;
  offered: Offered;
  onTaken: (offered: Offered) => void;
  /** It is not what it was any more. */
  onChanged: () => void;
}

/** What whoever opened a link is offered, where its mail is to go, and the button that takes it. */
export function TakeCard({ token, offered, onTaken, onChanged }: TakeCardProps) {
  const { kind, name, aliases, members, expiresAt } = offered;
  const [forwardTo, setForwardTo] = useState('');
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () =>
      request('POST /api/offers/take', { payload: { token, name, ...(forwardTo !== '' && { forwardTo }) } }),
    onSuccess: (_answer, _input, _result, { client }) => {
      tellOtherTabs('session');
      return client.invalidateQueries({ queryKey: [ownKey], predicate: ({ queryKey }) => queryKey[1] !== 'offered' });
    },
  });
  const take = useSingleRun(async () => {
    try {
      await mutateAsync();
      onTaken(offered);
    } catch (error) {
      showToast({ title: texts.failed, description: explain(error, texts.noAnswer), tone: 'destructive' });
      if (error instanceof RequestError && /^(?:link_unusable|offer_changed)$/.test(error.body.code ?? '')) onChanged();
    }
  });
  return (
    <MessageCard title={texts.titles[kind]}>
      <dl className="w-full divide-y divide-line border-y border-line">
        <Fact name={texts.name}>{name}</Fact>
        {kind === 'domain' && <Fact name={texts.aliases}>{texts.aliasesOf(aliases)}</Fact>}
        {kind === 'domain' && <Fact name={texts.members}>{texts.membersOf(members)}</Fact>}
        <Fact name={texts.until}>{formatDay(expiresAt)}</Fact>
      </dl>
      <p className="text-soft">{texts.explanations[kind]}</p>
      {aliases > 0 && <InboxField value={forwardTo} onChange={setForwardTo} />}
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button disabled={isPending} onClick={() => void take()}>
          {isPending ? texts.taking : texts.take}
        </Button>
        <LinkButton look="plain" to="/dashboard">
          {texts.notNow}
        </LinkButton>
      </div>
    </MessageCard>
  );
}

function InboxField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data } = useQuery({
    queryKey: [ownKey, 'targets'],
    queryFn: ({ signal }) => request('GET /api/targets', { signal }),
  });
  return (
    <Field label={texts.forwardTo} className="w-full">
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{texts.standard}</option>
          {data?.targets.map((target) => (
            <option key={target.id} value={target.value}>
              {target.state === 'confirmed' ? target.value : texts.unconfirmed(target.value)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col py-3 sm:flex-row sm:gap-4">
      <dt className="w-24 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 font-semibold break-all">{children}</dd>
    </div>
  );
}
