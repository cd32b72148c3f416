import { useEffect } from 'react';
import { shellMessages } from '#messages/pages/shell.ts';

/** Names the page in the browser's tab. React's own `<title>` would stand behind the one of index.html, which wins. */
export function PageTitle({ text }: { text: string }) {
  useEffect(() => {
    document.title = shellMessages.pageTitle(text);
  }, [text]);
  return null;
}
