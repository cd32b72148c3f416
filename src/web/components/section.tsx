import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode, type Ref } from 'react';
import { sectionMessages } from '#messages/pages/account/sections.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { Button } from '#web/components/ui/button.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';

interface SectionProps {
  title: string;
  /** The title has the focus once what had it is gone. */
  titleRef?: Ref<HTMLHeadingElement> | undefined;
  description: ReactNode;
  children: ReactNode;
}

/** One matter of a page: what it is about, and beside it what can be done. */
export function Section({ title, titleRef, description, children }: SectionProps) {
  const id = useId();
  return (
    <Card aria-labelledby={id} className="grid gap-x-12 gap-y-5 p-5 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)]">
      <div>
        <h2 id={id} ref={titleRef} tabIndex={-1} className="text-lead font-semibold outline-none">
          {title}
        </h2>
        <p className="mt-1 text-small text-soft">{description}</p>
      </div>
      <div data-facts className="flex min-w-0 flex-col gap-5">
        {children}
      </div>
    </Card>
  );
}

interface LoadedSectionProps<Answer> {
  title: string;
  titleRef?: Ref<HTMLHeadingElement>;
  description: string;
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** A section that needs an answer of the server first. */
export function LoadedSection<Answer>({ query, children, ...about }: LoadedSectionProps<Answer>) {
  return (
    <Section {...about}>
      {query.data !== undefined && children(query.data)}
      {query.data === undefined && query.isFetching && <Waiting text={controlMessages.loading} />}
      {query.data === undefined && !query.isFetching && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          {sectionMessages.notLoaded}
          <Button look="plain" onClick={() => void query.refetch()}>
            {controlMessages.tryAgain}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface SectionRowProps {
  title: ReactNode;
  note?: ReactNode;
  children?: ReactNode;
  /** Opens beneath all of it. */
  below?: ReactNode;
}

/** One thing of a list, with what can be done about it at its end. */
export function SectionRow({ title, note, children, below }: SectionRowProps) {
  return (
    <li className="flex flex-col gap-4 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:gap-x-6">
        {/* Many buttons go beneath words that would have no room beside them. */}
        <div className="min-w-0 sm:grow sm:basis-56">
          <p className="font-medium wrap-anywhere">{title}</p>
          {note && <div className="mt-1 text-small text-soft">{note}</div>}
        </div>
        {children && <div className="flex max-w-full flex-wrap gap-2 empty:hidden">{children}</div>}
      </div>
      {below}
    </li>
  );
}

export function SectionList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line">{children}</ul>;
}
