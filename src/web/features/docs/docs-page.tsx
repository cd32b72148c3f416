import { Suspense, use, useEffect, useRef, type MouseEvent } from 'react';
import { guideEntries } from 'virtual:guides';
import { guides, type GuideName } from '#contract/pages.ts';
import { controlMessages } from '#messages/pages/controls.ts';
import { docsMessages } from '#messages/pages/docs.ts';
import { EnglishOnly } from '#web/components/english-only.tsx';
import { NotFoundCard } from '#web/components/message-card.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { Waiting } from '#web/components/ui/spinner.tsx';
import { guideAt, loadGuide } from '#web/features/docs/load-guide.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { underProvider } from '#web/lib/page-facts.ts';
import { isPlainClick, Link } from '#web/lib/router/link.tsx';
import { navigate } from '#web/lib/router/navigate.ts';
import { useLocation } from '#web/lib/router/place.ts';

/** `/docs` and its guides, side by side with their list on wide screens. */
export function DocsPage() {
  const guide = guideAt(useLocation().pathname);
  if (guide === null) return <NotFoundCard />;
  return (
    <div className="mx-auto grid w-full max-w-page grid-cols-[minmax(0,1fr)] gap-8 px-4 py-8 sm:px-6 sm:py-12 md:grid-cols-[13rem_minmax(0,1fr)] md:gap-12">
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

/** One guide. */
function GuideText({ name }: { name: GuideName }) {
  const follow = useGuideLinks();
  return (
    // Links inside were written as HTML; the router takes over what stays on this site.
    <article lang="en" onClickCapture={follow} className="max-w-[68ch] min-w-0">
      <EnglishOnly />
      <h1 className="text-title font-semibold">{guideEntries[name].title}</h1>
      {name !== 'improvmx' && <ElsewhereNote />}
      <Suspense fallback={<GuideComes />}>
        <GuideHtml name={name} />
      </Suspense>
    </article>
  );
}

/** As high as the window until the text is there: what follows must not jump into view. */
function GuideComes() {
  return (
    <div className="min-h-dvh">
      <Waiting text={controlMessages.loading} />
    </div>
  );
}

/** It was made by our own build from our own files, and holds no scripts. */
function GuideHtml({ name }: { name: GuideName }) {
  const html = use(loadGuide(name));
  const text = useRef<HTMLDivElement>(null);
  const { hash } = useLocation();

  useEffect(() => {
    if (hash !== '') text.current?.querySelector(`[id="${CSS.escape(hash.slice(1))}"]`)?.scrollIntoView();
  }, [hash]);

  if (html === null) return <p className="mt-6 text-soft">{docsMessages.notLoaded}</p>;
  return <div ref={text} className="prose mt-6" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Guides are about a server that forwards by itself. */
function ElsewhereNote() {
  return (
    <p
      lang={__LANGUAGE__}
      className={joinClasses(underProvider, 'mt-4 rounded-box border border-line bg-amber-wash px-4 py-3 text-small')}
    >
      {docsMessages.elsewhere}{' '}
      <Link to="/docs/improvmx" className="font-semibold underline underline-offset-2">
        {guideEntries.improvmx.title}
      </Link>
    </p>
  );
}

function useGuideLinks() {
  return (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const href = link?.getAttribute('href') ?? '';
    if (!isPlainClick(event) || !/^(?:\/docs(?:\/|$)|#)/.test(href)) return;
    event.preventDefault();
    navigate(href);
  };
}
