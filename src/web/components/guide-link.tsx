import type { GuideName } from '#contract/pages.ts';
import { useConfig } from '#web/lib/get-config.ts';
import { Link } from '#web/lib/router/link.tsx';

const classes = 'rounded-mark font-semibold text-amber-deep underline underline-offset-2';

/** To the operator's own guides where there are some, else to one of ours. */
export function GuideLink({ guide, text }: { guide: GuideName; text: string }) {
  const docs = useConfig()?.links.docs;
  if (!docs) {
    return (
      <Link to={`/docs/${guide}`} className={classes}>
        {text}
      </Link>
    );
  }
  return (
    <a href={docs} target="_blank" rel="noreferrer" className={classes}>
      {text}
    </a>
  );
}
