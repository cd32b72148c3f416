import { useQuery } from '@tanstack/react-query';
import type { Account } from '#contract/account.ts';
import { SecondFactorSection } from '#web/features/settings/second-factor/second-factor-section.tsx';
import { AtOnce } from '#web/features/settings/at-once.tsx';
import { securityQuery, SecuritySection } from '#web/features/settings/security/security-section.tsx';
import { sessionsQuery, SessionsSection } from '#web/features/settings/sessions-section.tsx';

/** What guards the account, and what happened to it. */
export function SecuritySections({ account }: { account: Account }) {
  const sessions = useQuery(sessionsQuery);
  const security = useQuery(securityQuery);
  return (
    <AtOnce waits={sessions.isPending || security.isPending}>
      {account.hasPassword && <SecondFactorSection account={account} />}
      <SessionsSection />
      <SecuritySection passwordEnds={account.hasPassword && account.emailVerified} />
    </AtOnce>
  );
}
