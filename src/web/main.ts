import '#web/styles/app.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element to draw into.');

/** After the browser has painted; at once where it paints nothing, as behind another tab. */
function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) resolve();
    else requestAnimationFrame(() => setTimeout(resolve));
  });
}

const fontPatienceMs = 1_000;

/** What came drawn is read first: its typeface comes before the program, unless that takes long. */
async function drawnInFull(): Promise<void> {
  await afterPaint();
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, fontPatienceMs))]);
  await afterPaint();
}

/** What the page that came drawn is made of. It has to be there before the program takes over. */
async function loadDrawnPage(): Promise<void> {
  const loading =
    window.location.pathname === '/auth'
      ? [import('#web/features/auth/auth-page.tsx'), import('#web/components/ui/toaster.tsx')]
      : [import('#web/features/landing/landing-page.tsx')];
  // Should one fail, the program finds that out again, and says so.
  await Promise.allSettled(loading);
}

const isDrawn = root.dataset['drawn'] !== undefined;
// It is read while the program behind it is still being loaded.
if (isDrawn) await drawnInFull();
const [{ start }] = await Promise.all([import('#web/start.tsx'), isDrawn && loadDrawnPage()]);
start(root);
