import { Link } from 'react-router';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useConfig } from '#web/lib/get-config.ts';

/** Leads a newcomer to the mail that must be answered before anything is forwarded. */
export function ConfirmationHint({ className }: { className?: string }) {
  const config = useConfig();
  if (!config?.confirmationRequired) return null;
  return (
    <p className={joinClasses('bg-amber-wash text-small', className)}>
      Each inbox confirms once before mail is forwarded to it.{' '}
      {config.preview ? (
        <>
          The confirmation mail waits in{' '}
          <Link to="/inbox" className="font-semibold text-amber-deep underline underline-offset-2">
            the preview inbox
          </Link>
          .
        </>
      ) : (
        'Open the link in the confirmation mail.'
      )}
    </p>
  );
}
