import { useEffect } from 'react';

/** Names the page in the browser's tab. React's own `<title>` would stand behind the one of index.html, which wins. */
export const PageTitle = ({ text }: { text: string }) => {
  useEffect(() => {
    document.title = `${text} · Kauke`;
  }, [text]);
  return null;
};
