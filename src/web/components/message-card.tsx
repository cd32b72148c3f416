import type { ReactNode } from 'react';
import { shellMessages } from '#messages/pages/shell.ts';
import { Mark } from '#web/components/mark.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { LinkButton } from '#web/components/ui/link-button.tsx';

interface MessageCardProps {
  title: string;
  /** One small line above the title. */
  note?: string;
  children: ReactNode;
}

/** A page that says one thing. */
export function MessageCard({ title, note, children }: MessageCardProps) {
  return (
    <div className="flex flex-1 justify-center px-4 py-12 unread-link:invisible sm:py-24">
      <PageTitle text={title} />
      <Card className="flex h-fit w-full max-w-lg flex-col items-start gap-4 p-6 sm:p-10">
        <Mark className="size-10" />
        <div>
          {note && <p className="text-small font-semibold text-soft">{note}</p>}
          <h1 className="text-title font-semibold">{title}</h1>
        </div>
        {children}
      </Card>
    </div>
  );
}

export function NotFoundCard() {
  return (
    <MessageCard title={shellMessages.notFound} note="404">
      <p>{shellMessages.notFoundText}</p>
      <LinkButton to="/home">{shellMessages.toStart}</LinkButton>
    </MessageCard>
  );
}
