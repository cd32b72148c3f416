import { useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

interface RoundPictureProps {
  url: string | null;
  /** Empty where its owner stands beside it in words. */
  alt: string;
  /** How large it is. */
  className: string;
}

/** A picture of somebody, round; nothing where there is none, or it cannot be loaded. */
export function RoundPicture({ url, alt, className }: RoundPictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (url === null || url === failed) return null;
  return (
    <img
      src={url}
      alt={alt}
      className={joinClasses('shrink-0 rounded-full object-cover', className)}
      onError={() => setFailed(url)}
    />
  );
}
