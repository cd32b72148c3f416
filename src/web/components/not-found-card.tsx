import { shellMessages } from '#messages/pages/shell.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';

/** For paths that are none, and for pages that are not there for whoever asks. */
export function NotFoundCard() {
  return (
    <MessageCard title={shellMessages.notFound} note="404">
      <p>{shellMessages.notFoundText}</p>
      <LinkButton to="/home">{shellMessages.toStart}</LinkButton>
    </MessageCard>
  );
}
