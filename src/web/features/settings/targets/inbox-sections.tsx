import { useQuery } from '@tanstack/react-query';
import { senderRulesQuery } from '#web/components/sender-rules.tsx';
import { SenderRulesSection } from '#web/features/settings/held/sender-rules-section.tsx';
import { AtOnce } from '#web/features/settings/at-once.tsx';
import { TargetsSection } from '#web/features/settings/targets/targets-section.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { useConfig } from '#web/lib/get-config.ts';

/** Where mail goes, and whose. */
export function InboxSections() {
  const targets = useTargets();
  const offersRules = useConfig()?.features.held === true;
  const rules = useQuery({ ...senderRulesQuery, enabled: offersRules });
  return (
    <AtOnce waits={targets.isPending || rules.isLoading}>
      <TargetsSection />
      <SenderRulesSection />
    </AtOnce>
  );
}
