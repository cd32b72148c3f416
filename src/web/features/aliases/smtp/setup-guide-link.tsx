import { Link } from 'react-router';
import { useConfig } from '#web/lib/get-config.ts';

const classes = 'rounded-mark font-semibold text-amber-deep underline underline-offset-2';

/** To the operator's own guides where there are some, else to ours. */
export const SetupGuideLink = () => {
  const docs = useConfig()?.links.docs;
  if (!docs) {
    return (
      <Link to="/docs/sending" className={classes}>
        Setup guide
      </Link>
    );
  }
  return (
    <a href={docs} target="_blank" rel="noreferrer" className={classes}>
      Setup guide
    </a>
  );
};
