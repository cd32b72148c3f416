import { Component, type ReactNode } from 'react';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button } from '#web/components/ui/button.tsx';

/** Stands in the place of a page that could not be drawn or loaded, until the reader goes to another page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <MessageCard title="This page did not load">
        <p className="text-soft">The server may be restarting, or you may be offline.</p>
        <Button onClick={() => window.location.reload()}>Try again</Button>
      </MessageCard>
    );
  }
}
