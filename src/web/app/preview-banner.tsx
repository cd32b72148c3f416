import { Link } from 'react-router';
import { useConfig } from '#web/lib/get-config.ts';
import { joinClasses } from '#web/lib/join-classes.ts';

/** On every page of an instance that delivers only to its own inbox. */
export function PreviewBanner() {
  const config = useConfig();
  return (
    <aside
      aria-label="Preview"
      className={joinClasses(
        'bg-ink px-4 py-2 text-center text-note text-paper dark:bg-well dark:text-ink',
        // Until the configuration is known the server's word in the page decides, so that nothing moves.
        !config?.preview && 'outside-preview:hidden',
      )}
    >
      Preview: mail never leaves this machine.{' '}
      <Link to="/inbox" className="font-semibold underline underline-offset-2">
        Open the inbox
      </Link>
    </aside>
  );
}
