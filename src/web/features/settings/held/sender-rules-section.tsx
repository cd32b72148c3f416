import { senderRuleMessages as texts } from '#messages/pages/held.ts';
import { Section } from '#web/components/section.tsx';
import { SenderRules } from '#web/components/sender-rules.tsx';
import { useConfig } from '#web/lib/get-config.ts';
import { Link } from '#web/lib/router/link.tsx';

/** Rules about senders for all aliases, and the way to held mail. */
export function SenderRulesSection() {
  if (useConfig()?.features.held !== true) return null;
  return (
    <Section
      title={texts.title}
      description={
        <>
          {texts.description}{' '}
          <Link to="/settings/held" className="font-semibold text-ink underline">
            {texts.heldLink}
          </Link>
        </>
      }
    >
      <SenderRules aliasId={null} />
    </Section>
  );
}
