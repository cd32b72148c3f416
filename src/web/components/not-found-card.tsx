import { shellMessages } from '#messages/shell.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';

export function NotFoundCard() {
  return (
    <MessageCard title={shellMessages.notFound} note="404">
      <p>{shellMessages.notFoundText}</p>
      <LinkButton to="/home">{shellMessages.toStart}</LinkButton>
    </MessageCard>
  );
}
