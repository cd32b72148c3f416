import { aboutMessages, aboutSections } from '#messages/legal/about.tsx';
import { LegalPage } from '#web/features/legal/legal-page.tsx';

export function AboutPage() {
  return <LegalPage {...aboutMessages} sections={aboutSections} />;
}
