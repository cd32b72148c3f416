import { Link } from 'react-router';
import { aliasTargetMessages as texts } from '#messages/aliases.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useConfig } from '#web/lib/get-config.ts';

/** Leads a newcomer to the mail that must be answered before anything is forwarded. */
export function ConfirmationHint({ className }: { className?: string }) {
  const config = useConfig();
  if (!config?.confirmationRequired) return null;
  return (
    <p className={joinClasses('bg-amber-wash text-small', className)}>
      {texts.confirmsOnce}{' '}
      {config.preview
        ? texts.inPreview((words) => (
            <Link to="/inbox" className="font-semibold text-amber-deep underline underline-offset-2">
              {words}
            </Link>
          ))
        : texts.openLink}
    </p>
  );
}
