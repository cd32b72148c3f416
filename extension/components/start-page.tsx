import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { ToolsContext, type Tools } from '#extension/components/tools.tsx';
import { findBrowser } from '#extension/lib/browser.ts';
import { allTexts, findLanguage, type Texts } from '#extension/lib/texts.ts';

/** As the browser has it, also when that changes. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const draw = (): void => {
    document.documentElement.dataset['theme'] = dark.matches ? 'dark' : 'light';
  };
  draw();
  dark.addEventListener('change', draw);
}

/** Draws a page of the extension in the language of the browser. */
export function startPage(title: (texts: Texts) => string, page: ReactNode): void {
  const browser = findBrowser();
  const language = findLanguage(browser.i18n.getUILanguage());
  const texts = allTexts[language];
  followTheme();
  document.documentElement.lang = language;
  document.title = title(texts);
  const asker = { fetch: globalThis.fetch.bind(globalThis), language };
  const root = document.querySelector('#root');
  if (root === null) throw new Error('The page has no place to draw in.');
  const tools: Tools = { browser, asker, texts };
  createRoot(root).render(
    <StrictMode>
      <ToolsContext value={tools}>{page}</ToolsContext>
    </StrictMode>,
  );
}
