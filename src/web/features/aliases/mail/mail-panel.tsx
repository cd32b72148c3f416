import type { Alias } from '#contract/aliases.ts';
import { aliasMessages } from '#messages/pages/aliases.tsx';
import { aliasAddress } from '#web/features/aliases/alias-state.ts';
import { ContactPart } from '#web/features/aliases/mail/contact-part.tsx';
import { OtherSender } from '#web/features/aliases/mail/other-sender.tsx';
import { CountPart } from '#web/features/aliases/mail/count-part.tsx';
import { HandlingPart } from '#web/features/aliases/mail/handling-part.tsx';

/** Whom an alias writes to, and how its mail is handled. */
export function MailPanel({ alias }: { alias: Alias }) {
  return (
    <section
      aria-label={aliasMessages.mail(aliasAddress(alias))}
      className="grid gap-8 text-small lg:grid-cols-2 lg:gap-12"
    >
      {alias.alsoUsedSince && <OtherSender alias={alias} since={alias.alsoUsedSince} />}
      <ContactPart alias={alias} />
      <HandlingPart aliasId={alias.id} />
      <CountPart aliasId={alias.id} />
    </section>
  );
}
