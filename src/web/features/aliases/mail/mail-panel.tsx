import { useId } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { senderRuleMessages } from '#messages/pages/held.ts';
import { SenderRules } from '#web/components/sender-rules.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { ContactPart } from '#web/features/aliases/mail/contact-part.tsx';
import { OtherSender } from '#web/features/aliases/mail/other-sender.tsx';
import { CountPart } from '#web/features/aliases/mail/count-part.tsx';
import { HandlingPart } from '#web/features/aliases/mail/handling-part.tsx';
import { TracePart } from '#web/features/aliases/mail/trace-part.tsx';

/** Whom an alias writes to, how its mail is handled, whose it takes, and what became of it. */
export function MailPanel({ alias }: { alias: Alias }) {
  const rulesId = useId();
  return (
    <section
      aria-label={aliasMessages.mail(aliasAddress(alias))}
      className="grid gap-8 text-small lg:grid-cols-2 lg:gap-12"
    >
      {alias.alsoUsedSince && <OtherSender alias={alias} since={alias.alsoUsedSince} />}
      {/* Two columns, and not rows: one part is as high as all the others together. */}
      <div className="flex min-w-0 flex-col gap-8 lg:gap-12">
        <ContactPart alias={alias} />
        <CountPart aliasId={alias.id} />
        <section aria-labelledby={rulesId} className="flex min-w-0 flex-col gap-4">
          <div>
            <h3 id={rulesId} className="text-body font-semibold">
              {senderRuleMessages.aliasTitle}
            </h3>
            <p className="mt-1 text-soft">{senderRuleMessages.aliasDescription}</p>
          </div>
          <SenderRules aliasId={alias.id} />
        </section>
        <TracePart aliasId={alias.id} />
      </div>
      <HandlingPart aliasId={alias.id} />
    </section>
  );
}
