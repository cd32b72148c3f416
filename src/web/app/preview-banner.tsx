import { Link } from 'react-router';
import { useConfig } from '#web/lib/get-config.ts';

/** On every page of an instance that delivers only to its own inbox. */
export const PreviewBanner = () => {
  const config = useConfig();
  // Written into the page by the server, so that nothing moves once the configuration is known.
  const isPreview = document.documentElement.dataset['delivery'] === 'preview' || config?.preview;
  if (!isPreview) return null;
  return (
    <aside
      aria-label="Preview"
      className="bg-ink px-4 py-2 text-center text-note text-paper dark:bg-well dark:text-ink"
    >
      Preview: mail never leaves this machine.{' '}
      <Link to="/inbox" className="font-semibold underline underline-offset-2">
        Open the inbox
      </Link>
    </aside>
  );
};
