import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { heldLimits } from '#contract/held/held-limits.ts';
import { heldMessages, holdingMessages as texts } from '#messages/pages/held.ts';
import { accountQuery } from '#web/components/account-query.ts';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { request } from '#web/lib/request.ts';
import { Link } from '#web/lib/router/link.tsx';
import { reportFailure, showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

const offered = [heldLimits.holdDaysOffered, 0];

/** Asks once what becomes of mail that would be refused; afterwards says what is held. */
export function HoldingCard() {
  const isOffered = useConfig()?.features.held ?? false;
  const account = useQuery(accountQuery).data?.account;
  if (!isOffered || account === undefined) return null;
  if (account.holdDays === null) return <HoldingQuestion />;
  if (account.heldMessages === 0) return null;
  return (
    <p className="rounded-box border border-line bg-sheet px-4 py-3 text-small">
      {texts.held(account.heldMessages)}{' '}
      <Link to="/settings/held" className="font-semibold underline">
        {texts.see}
      </Link>
    </p>
  );
}

function HoldingQuestion() {
  const [days, setDays] = useState<number>(heldLimits.holdDaysOffered);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: () => request('PATCH /api/account', { payload: { holdDays: days } }),
    onSuccess: ({ account }, _input, _result, { client }) => client.setQueryData(accountQuery.queryKey, { account }),
  });
  const save = useSingleRun(async () => {
    try {
      showToast({ title: (await mutateAsync()).message });
    } catch (error) {
      reportFailure(error, heldMessages.notSaved, heldMessages.failure);
    }
  });
  return (
    <Section title={texts.title} description={texts.text(heldLimits.holdDaysOffered)}>
      <fieldset className="flex flex-col gap-1" disabled={isPending}>
        <legend className="sr-only">{texts.title}</legend>
        {offered.map((choice) => (
          <label key={choice} className="flex min-h-10 items-center gap-3">
            <input
              type="radio"
              name="holding"
              className="size-4 accent-amber"
              checked={days === choice}
              onChange={() => setDays(choice)}
            />
            {choice === 0 ? texts.refuse : texts.hold(choice)}
          </label>
        ))}
      </fieldset>
      <Button className="self-start" disabled={isPending} onClick={() => void save()}>
        {isPending ? texts.saving : texts.save}
      </Button>
    </Section>
  );
}
