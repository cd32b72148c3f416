import { aliasMessages } from '#messages/pages/aliases.tsx';

/** Instead of a part of an alias that could not be loaded. */
export function PartNotLoaded() {
  return (
    <p role="alert" className="text-small text-soft">
      {aliasMessages.partNotLoaded}
    </p>
  );
}
