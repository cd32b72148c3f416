import { privacyMessages, privacySections } from '#messages/legal/privacy.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';

export function PrivacyPage() {
  return <LegalPage {...privacyMessages} sections={privacySections} />;
}
