import { Component, type ReactNode } from 'react';
import { controlMessages } from '#messages/pages/controls.ts';
import { shellMessages } from '#messages/pages/shell.ts';
import { MessageCard } from '#web/components/message-card.tsx';
import { Button, buttonClasses } from '#web/components/ui/button.tsx';

/** An error boundary: stands in the place of what could not be drawn or loaded, until the reader goes to another page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <MessageCard title={shellMessages.failed}>
        <p className="text-soft">{shellMessages.failedText}</p>
        <div className="mt-2 flex flex-wrap gap-3">
          <Button onClick={() => window.location.reload()}>{controlMessages.tryAgain}</Button>
          {/* A whole new load: what failed may be the program itself. */}
          <a href="/home" className={buttonClasses('plain', 'normal')}>
            {shellMessages.toStart}
          </a>
        </div>
      </MessageCard>
    );
  }
}
