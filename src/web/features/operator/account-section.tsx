import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useImperativeHandle, useRef, useState, type FormEvent, type Ref } from 'react';
import type { OperatorAccount } from '#contract/operator.ts';
import { operatorLimitsMessages as limitTexts } from '#messages/pages/operator/lists.ts';
import { operatorAccountMessages as texts, operatorMessages } from '#messages/pages/operator/operator.ts';
import { Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Field } from '#web/components/ui/field.tsx';
import { Input } from '#web/components/ui/input.tsx';
import { AccountActs } from '#web/features/operator/account-acts.tsx';
import { logQuery } from '#web/features/operator/operator-calls.ts';
import { describeReports } from '#web/features/operator/reports-section.tsx';
import { reportUnconfirmed, requestConfirmed } from '#web/lib/confirm-identity.ts';
import { RequestError } from '#web/lib/request.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';
import { formatDay, formatTime } from '#web/lib/format-time.ts';

function isUnknown(error: unknown): boolean {
  return error instanceof RequestError && error.status === 404;
}

/** What others on the page ask of it. */
export interface AccountFinder {
  /** Finds and shows an account, whose card is gone to. */
  show(name: string): void;
}

/** Finds an account, and shows what operators may know of it. */
export function AccountSection({ ref }: { ref: Ref<AccountFinder> }) {
  const title = useRef<HTMLHeadingElement>(null);
  const client = useQueryClient();
  const [who, setWho] = useState('');
  const [fault, setFault] = useState<string>();
  const [account, setAccount] = useState<OperatorAccount | null>(null);
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (asked: string) => requestConfirmed('POST /api/operator/account', { payload: { who: asked } }),
    onSettled: () => client.invalidateQueries({ queryKey: logQuery.queryKey }),
  });

  const find = useSingleRun(async (asked: string) => {
    setAccount(null);
    setFault(asked.trim() === '' ? texts.whoMissing : undefined);
    if (asked.trim() === '') return;
    try {
      setAccount((await mutateAsync(asked)).account);
    } catch (error) {
      if (isUnknown(error)) setFault(texts.notFound);
      else reportUnconfirmed(error, operatorMessages.notDone, operatorMessages.failure);
    }
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void find(who);
  };
  useImperativeHandle(ref, () => ({
    show: (name) => {
      setWho(name);
      title.current?.focus();
      void find(name);
    },
  }));

  return (
    <Section title={texts.title} titleRef={title} description={texts.description}>
      <div>
        <form noValidate onSubmit={submit} className="flex flex-col gap-3 sm:flex-row sm:items-start">
          <Field label={texts.who} hint={texts.whoHint} error={fault} className="grow">
            {(control) => (
              <Input
                {...control}
                value={who}
                autoComplete="off"
                spellCheck={false}
                onChange={({ target }) => setWho(target.value)}
              />
            )}
          </Field>
          <Button type="submit" disabled={isPending} className="sm:mt-7 sm:min-w-24">
            {isPending ? texts.finding : texts.find}
          </Button>
        </form>
        <div role="status">{account !== null && <AccountCard account={account} onChange={setAccount} />}</div>
      </div>
    </Section>
  );
}

function statesOf(account: OperatorAccount): string[] {
  const { codesLocked, confirmed, leavingUntil, lockedAt, operator, suspension, waitingSince } = account;
  const states = [
    ...(waitingSince === null ? [] : [texts.waitsForYou(formatDay(waitingSince))]),
    ...(suspension === null ? [] : [texts.suspended[suspension.scope]]),
    ...(leavingUntil === null ? [] : [texts.leaving(formatDay(leavingUntil))]),
    ...(lockedAt === null ? [] : [texts.locked(formatDay(lockedAt))]),
    ...(codesLocked ? [texts.codesLocked] : []),
    ...(confirmed ? [] : [texts.unconfirmed]),
    ...(operator ? [texts.operator] : []),
  ];
  return states.length === 0 ? [texts.inOrder] : states;
}

interface AccountCardProps {
  account: OperatorAccount;
  onChange: (account: OperatorAccount) => void;
}

function AccountCard({ account, onChange }: AccountCardProps) {
  const { id, aliasQuota, createdAt, counts, reports, suspension } = account;
  const holds = texts.holds(counts);
  const facts: readonly (readonly [name: string, value: string])[] = [
    [texts.found, id],
    [texts.since, formatTime(createdAt)],
    [texts.state, statesOf(account).join('\n')],
    ...(suspension === null ? [] : [[texts.reason, suspension.reason] as const]),
    [texts.has, aliasQuota === null ? holds : `${holds}; ${limitTexts.quotaState(aliasQuota)}`],
    [texts.waiting, texts.waits(counts.waiting, counts.held)],
    [texts.complaints, describeReports(reports)],
  ];
  return (
    <div className="mt-5 flex flex-col gap-4 rounded-box border border-line bg-well p-4 sm:p-5">
      <dl className="grid gap-x-6 gap-y-3 sm:gap-y-2 sm:grid-cols-[8rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="sm:contents">
            <dt className="text-small text-soft">{name}</dt>
            <dd className="wrap-anywhere whitespace-pre-line">{value}</dd>
          </div>
        ))}
      </dl>
      <AccountActs key={id} account={account} onChange={onChange} />
    </div>
  );
}
