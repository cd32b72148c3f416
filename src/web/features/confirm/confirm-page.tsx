import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { useTargetLink } from '#web/features/confirm/target-link.ts';
import { TargetLinkCard } from '#web/features/confirm/target-link-card.tsx';
import { RequestError } from '#web/lib/request.ts';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';

/** `/confirm#TOKEN`, the link of a confirmation mail. */
export function ConfirmPage() {
  const token = useFragmentToken();
  return token === '' ? <UnusableLink /> : <OpenedLink key={token} token={token} />;
}

function OpenedLink({ token }: { token: string }) {
  const { data, error, refetch } = useTargetLink(token);
  if (data) return <TargetLinkCard token={token} link={data.link} />;
  if (!error) return <FullScreenWaiting />;
  if (error instanceof RequestError && error.status >= 400 && error.status < 500) return <UnusableLink />;
  return (
    <MessageCard title="The link could not be checked">
      <p className="text-soft">The server did not answer. Your link stays valid.</p>
      <Button onClick={() => void refetch()}>Try again</Button>
    </MessageCard>
  );
}

function UnusableLink() {
  return (
    <MessageCard title="This link no longer works">
      <p className="text-soft">
        It has expired, was already used, or was not copied whole. Links work once and for 7 days. Whoever asked can
        send a new one.
      </p>
    </MessageCard>
  );
}
