import { useEffect } from 'react';

/** Names the page in the browser's tab. React's own `<title>` would stand behind the one of index.html, which wins. */
export function PageTitle({ text }: { text: string }) {
  useEffect(() => {
    document.title = `${text} · Kauke`;
  }, [text]);
  return null;
}
