import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, type MouseEvent } from 'react';
import { useParams, Link, useLocation, useNavigate } from 'react-router';
import { guideEntries } from 'virtual:guides';
import { guides, type GuideName } from '#contract/pages.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { docsMessages } from '#messages/pages/docs.ts';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

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

/** Brings the open guide into view where the list is one line that is wider than the screen. */
function useOpenInView(open: GuideName) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const line = list.current;
    const link = line?.querySelector('[aria-current]');
    if (!line || !link) return;
    const [outer, inner] = [line.getBoundingClientRect(), link.getBoundingClientRect()];
    line.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
  }, [open]);
  return list;
}

function GuideList({ open }: { open: GuideName }) {
  return (
    <nav
      aria-label={docsMessages.guides}
      className="md:sticky md:top-6 md:self-start md:border-r md:border-line md:pr-6"
    >
      <ul
        ref={useOpenInView(open)}
        className="-mx-4 flex gap-1 overflow-x-auto px-4 pb-2 md:mx-0 md:flex-col md:overflow-visible md:px-0 md:pb-0"
      >
        {guides.map((name) => (
          <li key={name} className="shrink-0">
            <Link
              to={`/docs/${name}`}
              aria-current={name === open ? 'page' : undefined}
              className={joinClasses(
                'inline-flex min-h-10 items-center rounded-box px-3 text-small font-medium md:flex md:py-2.5',
                name === open ? 'bg-amber-wash text-ink' : 'text-soft hover:bg-well hover:text-ink',
              )}
            >
              {guideEntries[name].title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** One guide. Its HTML was made by our own build from our own files, and holds no scripts. */
function GuideText({ name }: { name: GuideName }) {
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
