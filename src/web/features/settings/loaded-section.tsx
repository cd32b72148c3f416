import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';

interface LoadedSectionProps<Answer> {
  title: string;
  titleRef: Ref<HTMLHeadingElement>;
  description: string;
  query: UseQueryResult<Answer>;
  children: (answer: Answer) => ReactNode;
}

/** A section that needs an answer of the server first. */
export function LoadedSection<Answer>({ query, children, ...about }: LoadedSectionProps<Answer>) {
  return (
    <SettingsSection {...about}>
      {query.data !== undefined && children(query.data)}
      {query.isPending && <Waiting text="Loading..." />}
      {query.data === undefined && query.isError && (
        <div role="alert" className="flex flex-col items-start gap-4 text-soft">
          This could not be loaded.
          <Button look="plain" onClick={() => void query.refetch()}>
            Try again
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}
