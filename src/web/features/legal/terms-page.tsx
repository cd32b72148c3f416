import { termsMessages, termsSections } from '#messages/legal/terms.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';

export function TermsPage() {
  return <LegalPage {...termsMessages} sections={termsSections} />;
}
