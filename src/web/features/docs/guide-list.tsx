import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { guides, type GuideName } from '#contract/pages.ts';
import { docsMessages } from '#messages/docs.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { guideEntries } from 'virtual:guides';

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

export function GuideList({ open }: { open: GuideName }) {
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
