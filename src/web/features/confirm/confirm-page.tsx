import { limits } from '#contract/limits.ts';
import { confirmMessages as texts } from '#messages/pages/confirm.tsx';
import { LinkNotChecked, mayBeGood } from '#web/components/link-not-checked.tsx';
import { FullScreenWaiting } from '#web/components/ui/spinner.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';
import { MessageCard } from '#web/components/message-card.tsx';
import { useTargetLink } from '#web/features/confirm/target-link.ts';
import { TargetLinkCard } from '#web/features/confirm/target-link-card.tsx';
import { useFragmentToken } from '#web/lib/use-fragment-token.ts';

/** `/confirm#TOKEN`, the link of a confirmation mail. */
export function ConfirmPage() {
  const token = useFragmentToken();
  return token === '' ? <UnusableLink /> : <OpenedLink key={token} token={token} />;
}

function OpenedLink({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useTargetLink(token);
  if (data) return <TargetLinkCard token={token} link={data.link} />;
  if (!error || isFetching) return <FullScreenWaiting />;
  return mayBeGood(error) ? <LinkNotChecked error={error} retry={() => void refetch()} /> : <UnusableLink />;
}

function UnusableLink() {
  return (
    <MessageCard title={texts.unusable}>
      <p className="text-soft">{texts.unusableDescription(limits.confirmationLinkDays)}</p>
      <LinkButton to="/dashboard">{texts.toDashboard}</LinkButton>
    </MessageCard>
  );
}
