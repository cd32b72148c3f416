import { MessageCard } from '#web/components/message-card.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';

export function NotFoundCard() {
  return (
    <MessageCard title="Page Not Found" note="404">
      <p>Was this page forgotten in the router?</p>
      <LinkButton to="/home">Back to the start</LinkButton>
    </MessageCard>
  );
}
