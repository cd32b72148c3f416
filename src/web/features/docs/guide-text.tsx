import { useEffect, useRef, type MouseEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import type { GuideName } from '#contract/pages.ts';
import { controlMessages } from '#messages/controls.ts';
import { docsMessages } from '#messages/docs.ts';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { guideEntries } from 'virtual:guides';

/** One guide. Its HTML was made by our own build from our own files, and holds no scripts. */
export function GuideText({ name }: { name: GuideName }) {
  const { title, load } = guideEntries[name];
  const { data, isError } = useQuery({ queryKey: ['guide', name], queryFn: load });
  const article = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const follow = useGuideLinks();

  useEffect(() => {
    if (data && hash !== '') article.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [data, hash]);

  return (
    // Links inside were written as HTML; the router takes over what stays on this site.
    <article ref={article} onClickCapture={follow} className="max-w-[68ch] min-w-0">
      <h1 className="text-title font-semibold">{title}</h1>
      {data && <div className="prose mt-6" dangerouslySetInnerHTML={{ __html: data.html }} />}
      {!data && !isError && <Waiting text={controlMessages.loading} />}
      {isError && <p className="mt-6 text-soft">{docsMessages.notLoaded}</p>}
    </article>
  );
}

function useGuideLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!plain || !/^(?:\/docs(?:\/|$)|#)/.test(href)) return;
    event.preventDefault();
    void navigate(href);
  };
}
