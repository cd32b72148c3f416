import type { TargetLink } from '#contract/targets.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { useAnswerTargetLink } from '#web/features/confirm/target-link.ts';
import { StopForwarding } from '#web/features/confirm/stop-forwarding.tsx';
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
    <MessageCard title="Forwarding has stopped">
      <p className="text-soft">
        Nothing is forwarded to <Address>{link.address}</Address>, and we will not ask this inbox again.
      </p>
    </MessageCard>
  );
}

function Asked({ token, link }: TargetLinkCardProps) {
  const confirm = useAnswerTargetLink(token, 'confirm');

  const agree = useSingleRun(async () => {
    try {
      await confirm.mutateAsync();
    } catch (error) {
      const description = explain(error, 'The server did not answer. Please try again.');
      showToast({ title: 'Confirmation Failed', description, tone: 'destructive' });
    }
  });

  return (
    <MessageCard title="Forward mail to this inbox?">
      <dl className="w-full divide-y divide-line border-y border-line">
        <Fact name="Inbox">{link.address}</Fact>
        <Fact name="Asked by">{link.account}</Fact>
      </dl>
      <p className="text-soft">
        If you confirm, mail to the aliases of this account can be forwarded to you. You can stop it at any time with
        the same link.
      </p>
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row">
        <Button disabled={confirm.isPending} onClick={() => void agree()}>
          {confirm.isPending ? 'Confirming...' : 'Confirm this inbox'}
        </Button>
        <StopForwarding token={token} address={link.address} label="This was not me" />
      </div>
    </MessageCard>
  );
}

function Confirmed({ token, link }: TargetLinkCardProps) {
  return (
    <MessageCard title="Inbox confirmed">
      <p role="status" className="text-soft">
        Mail to the aliases of {link.account} is now forwarded to <Address>{link.address}</Address>.
      </p>
      <div className="mt-2 flex w-full flex-col gap-3 sm:flex-row">
        <LinkButton to="/dashboard">Go to Dashboard</LinkButton>
        <StopForwarding token={token} address={link.address} label="Stop forwarding to this inbox" />
      </div>
    </MessageCard>
  );
}

function Address({ children }: { children: string }) {
  return <strong className="font-semibold break-all text-ink">{children}</strong>;
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div className="flex flex-col py-3 sm:flex-row sm:gap-4">
      <dt className="w-24 shrink-0 text-soft">{name}</dt>
      <dd className="min-w-0 font-semibold break-all">{children}</dd>
    </div>
  );
}
