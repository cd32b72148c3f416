import type { Alias } from '#contract/aliases.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { ContactPart } from '#web/features/aliases/mail/contact-part.tsx';
import { HandlingPart } from '#web/features/aliases/mail/handling-part.tsx';
import { RulesPart } from '#web/features/aliases/mail/rules-part.tsx';

/** Whom an alias writes to, how its mail is handled, whose it takes, and what became of it. */
export function MailPanel({ alias }: { alias: Alias }) {
  return (
    <section
      aria-label={aliasMessages.mail(aliasAddress(alias))}
      className="grid gap-8 text-small lg:grid-cols-2 lg:gap-12"
    >
      <ContactPart alias={alias} />
      <HandlingPart aliasId={alias.id} />
      <RulesPart aliasId={alias.id} />
    </section>
  );
}
