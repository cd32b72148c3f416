import { useState, type ReactNode } from 'react';
import type { TargetLink } from '#contract/targets.ts';
import { confirmMessages as texts } from '#messages/pages/confirm.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { ConfirmDialog } from '#web/components/ui/confirm-dialog.tsx';
import { LinkButton, TextButton } from '#web/components/ui/link-button.tsx';
import { useAnswerTargetLink } from '#web/features/confirm/target-link.ts';
import { explain } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';
import { useSingleRun } from '#web/lib/use-single-run.ts';

interface TargetLinkCardProps {
  token: string;
  link: TargetLink;
}

/** What an inbox was asked, and what its owner can do about it now. */
export function TargetLinkCard({ token, link }: TargetLinkCardProps) {
  if (link.state === 'pending') return <Asked token={token} link={link} />;
  if (link.state === 'confirmed') return <Confirmed token={token} link={link} />;
  return (
    <MessageCard title={texts.stopped}>
      <p className="text-soft">{texts.stoppedDescription(link.address, markAddress)}</p>
    </MessageCard>
  );
}

function Asked({ token, link }: TargetLinkCardProps) {
  const confirm = useAnswerTargetLink(token, 'confirm');

  const agree = useSingleRun(async () => {
    try {
      await confirm.mutateAsync();
    } catch (error) {
      const description = explain(error, texts.noAnswer);
      showToast({ title: texts.failed, description, tone: 'destructive' });
    }
  });

  return (
    <MessageCard title={texts.question}>
      <dl className="w-full divide-y divide-line border-y border-line">
        <Fact name={texts.inbox}>{link.address}</Fact>
        <Fact name={texts.askedBy}>{link.account}</Fact>
      </dl>
      <p className="text-soft">{texts.explanation}</p>
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row sm:flex-wrap">
        <Button size="wide" className="sm:px-5" disabled={confirm.isPending} onClick={() => void agree()}>
          {confirm.isPending ? texts.confirming : texts.confirm}
        </Button>
        <StopForwarding token={token} address={link.address} words={texts.refusal}>
          {(ask) => (
            <Button look="plain" onClick={ask}>
              {texts.notMe}
            </Button>
          )}
        </StopForwarding>
      </div>
    </MessageCard>
  );
}

function Confirmed({ token, link }: TargetLinkCardProps) {
  return (
    <MessageCard title={texts.confirmed}>
      <p role="status" className="text-soft">
        {texts.confirmedDescription(link.account, link.address, markAddress)}
      </p>
      <div className="mt-2 flex w-full flex-col items-start gap-4">
        <LinkButton to="/dashboard" className="max-sm:w-full">
          {texts.toDashboard}
        </LinkButton>
        <StopForwarding token={token} address={link.address} words={texts.end}>
          {(ask) => <TextButton onClick={ask}>{texts.end.stop}</TextButton>}
        </StopForwarding>
      </div>
    </MessageCard>
  );
}

function markAddress(address: string) {
  return <strong className="font-semibold break-all text-ink">{address}</strong>;
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col py-3 sm:flex-row sm:gap-4">
      <dt className="w-24 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 font-semibold break-all">{children}</dd>
    </div>
  );
}

interface StopForwardingProps {
  token: string;
  address: string;
  words: typeof texts.end;
  children: (ask: () => void) => ReactNode;
}

/** Stopping, or never beginning: both are asked about first. */
function StopForwarding({ token, address, words, children }: StopForwardingProps) {
  const [asking, setAsking] = useState(false);
  const stop = useAnswerTargetLink(token, 'stop');

  const confirm = useSingleRun(async () => {
    try {
      await stop.mutateAsync();
    } catch (error) {
      const description = explain(error, texts.noAnswer);
      showToast({ title: words.notStopped, description, tone: 'destructive' });
      setAsking(false);
    }
  });

  return (
    <>
      {children(() => setAsking(true))}
      <ConfirmDialog
        open={asking}
        onOpenChange={(open) => !stop.isPending && setAsking(open)}
        title={words.question}
        description={words.description(address)}
        cancelText={texts.cancel}
        confirmText={words.stop}
        busyText={words.stopping}
        busy={stop.isPending}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
