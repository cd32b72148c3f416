import { useId } from 'react';
import { senderRuleMessages as texts } from '#messages/pages/held.ts';
import { SenderRules } from '#web/components/sender-rules.tsx';
import { TracePart } from '#web/features/aliases/mail/trace-part.tsx';

/** Whom an alias blocks, allows or holds, and what became of its mail. */
export function RulesPart({ aliasId }: { aliasId: string }) {
  const id = useId();
  return (
    <>
      <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
        <div>
          <h3 id={id} className="text-body font-semibold">
            {texts.aliasTitle}
          </h3>
          <p className="mt-1 text-soft">{texts.aliasDescription}</p>
        </div>
        <SenderRules aliasId={aliasId} />
      </section>
      <TracePart aliasId={aliasId} />
    </>
  );
}
