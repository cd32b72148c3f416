import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import { senderRulesQuery } from '#web/components/sender-rules.tsx';
import { SenderRulesSection } from '#web/features/settings/held/sender-rules-section.tsx';
import { AtOnce } from '#web/features/settings/at-once.tsx';
import { SenderFormatSection } from '#web/features/settings/targets/sender-format-section.tsx';
import { TargetsSection } from '#web/features/settings/targets/targets-section.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { useConfig } from '#web/lib/get-config.ts';

/** Where mail goes, and whose. */
export function InboxSections({ account }: { account: Account }) {
  const targets = useTargets();
  const offersRules = useConfig()?.features.held === true;
  const rules = useQuery({ ...senderRulesQuery, enabled: offersRules });
  return (
    <AtOnce waits={targets.isPending || rules.isLoading}>
      <TargetsSection />
      <SenderRulesSection />
      {offersRules && <SenderFormatSection account={account} />}
    </AtOnce>
  );
}
