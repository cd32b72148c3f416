import { useParams } from 'react-router';
import { guides, type GuideName } from '#contract/pages.ts';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { GuideList } from '#web/features/docs/guide-list.tsx';
import { GuideText } from '#web/features/docs/guide-text.tsx';
import { guideEntries } from 'virtual:guides';

function isGuide(name: string): name is GuideName {
  return guides.some((guide) => guide === name);
}

/** `/docs` and its guides, side by side with their list on wide screens. */
export function DocsPage() {
  const { guide = guides[0] } = useParams();
  if (!isGuide(guide)) return <NotFoundCard />;
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6 sm:py-12 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12">
      <PageTitle text={guideEntries[guide].title} />
      <GuideList open={guide} />
      <GuideText key={guide} name={guide} />
    </div>
  );
}
