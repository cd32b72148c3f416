import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import { ApiKeysSection } from '#web/features/settings/api-keys/api-keys-section.tsx';
import { useApiKeys } from '#web/features/settings/api-keys/api-keys.ts';
import { mailProgramsQuery } from '#web/features/settings/api-keys/mail-programs.ts';
import { AtOnce } from '#web/features/settings/at-once.tsx';
import { settingsPart } from '#web/features/settings/settings-part.tsx';
import { useTargets } from '#web/features/settings/targets/targets.ts';
import { ownDomainsQuery } from '#web/lib/calls/own-domains.ts';
import { useConfig, useDomains } from '#web/lib/get-config.ts';

const ExtensionSection = settingsPart(
  async () => (await import('#web/features/settings/api-keys/extension-section.tsx')).ExtensionSection,
);
const MailProgramsSection = settingsPart(
  async () => (await import('#web/features/settings/api-keys/mail-programs-section.tsx')).MailProgramsSection,
);

/** What programs get in by: keys of the API, and passwords that send. Without the latter where each alias must have its own. */
export function ApiKeySections({ account }: { account: Account }) {
  const keys = useApiKeys();
  const targets = useTargets();
  const domains = useQuery(ownDomainsQuery);
  const usable = useDomains();
  const offersPrograms = useConfig()?.features.accountSending === true;
  const programs = useQuery({ ...mailProgramsQuery, enabled: offersPrograms });
  return (
    <AtOnce waits={keys.isPending || targets.isPending || domains.isPending || usable.isPending || programs.isLoading}>
      <ApiKeysSection account={account} />
      <ExtensionSection />
      {offersPrograms && <MailProgramsSection />}
    </AtOnce>
  );
}
