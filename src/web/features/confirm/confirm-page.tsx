import { limits } from '#contract/limits.ts';
import { confirmMessages as texts } from '#messages/pages/confirm.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
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
    <MessageCard title={texts.notChecked}>
      <p className="text-soft">{texts.notCheckedDescription}</p>
      <Button onClick={() => void refetch()}>{texts.tryAgain}</Button>
    </MessageCard>
  );
}

function UnusableLink() {
  return (
    <MessageCard title={texts.unusable}>
      <p className="text-soft">{texts.unusableDescription(limits.confirmationLinkDays)}</p>
      <LinkButton to="/dashboard">{texts.toDashboard}</LinkButton>
    </MessageCard>
  );
}
