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

/** A prerendered page is read first: its typeface comes before the program, unless that takes long. */
async function paintedInFull(): Promise<void> {
  await afterPaint();
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, fontPatienceMs))]);
  await afterPaint();
}

/** The parts of the prerendered page. They have to be there before it is hydrated. */
async function loadPrerenderedPage(): Promise<void> {
  const loading =
    window.location.pathname === '/auth'
      ? [import('#web/features/auth/auth-page.tsx'), import('#web/components/ui/toaster.tsx')]
      : [import('#web/features/landing/landing-page.tsx')];
  // Should one fail, the program finds that out again, and says so.
  await Promise.allSettled(loading);
}

const isPrerendered = root.dataset['prerendered'] !== undefined;
// It is read while the program behind it is still being loaded.
if (isPrerendered) await paintedInFull();
const [{ start }] = await Promise.all([import('#web/start.tsx'), isPrerendered && loadPrerenderedPage()]);
start(root);
