import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { askedListMessages as texts } from '#messages/pages/operator/lists.ts';
import { LoadedSection, Section } from '#web/components/section.tsx';
import { Button } from '#web/components/ui/button.tsx';

interface AskedSectionProps<Answer> {
  title: string;
  description: string;
  options: UseQueryOptions<Answer, Error, Answer, string[]>;
  children: (answer: Answer) => ReactNode;
}

/** A section that is read only when somebody asks for it: each look is written down. */
export function AskedSection<Answer>({ title, description, ...rest }: AskedSectionProps<Answer>) {
  const [asked, setAsked] = useState(false);
  if (asked) return <Looked title={title} description={description} {...rest} />;
  return (
    <Section title={title} description={description}>
      <Button
        look="plain"
        size="small"
        className="self-start"
        aria-label={texts.showOf(title)}
        onClick={() => setAsked(true)}
      >
        {texts.show}
      </Button>
    </Section>
  );
}

function Looked<Answer>({ options, ...about }: AskedSectionProps<Answer>) {
  const title = useRef<HTMLHeadingElement>(null);
  // The button that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  return <LoadedSection {...about} titleRef={title} query={useQuery(options)} />;
}
