import { gdprMessages, gdprSections } from '#messages/legal/gdpr.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';

export function GdprPage() {
  return <LegalPage {...gdprMessages} sections={gdprSections} />;
}
