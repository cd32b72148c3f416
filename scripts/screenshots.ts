import { launchBrowser } from '#support/browser.ts';
import { openPreview } from '../tests/e2e/open-preview.ts';
import { beginVisit, manyVisitors, password, seedAliases } from '../tests/e2e/visit.ts';
import { visitAliasPage } from './screenshots/alias-page.ts';
import { openCamera } from './screenshots/camera.ts';
import { visitControl } from './screenshots/control.ts';
import { loseSession, takeFirstSteps, takeWaits, visitDashboard } from './screenshots/dashboard.ts';
import { confirmInbox, readForwarded } from './screenshots/inbox.ts';
import { visitLooks } from './screenshots/looks.ts';
import { visitMoving } from './screenshots/moving.ts';
import { visitOperator, visitSuspended } from './screenshots/operator.ts';
import { visitRegistration } from './screenshots/registration.ts';
import { takeWarnings, visitLock } from './screenshots/security.ts';
import { visitSettings, visitWebhook } from './screenshots/settings.ts';
import { visitSecondStep, visitSignedOut } from './screenshots/signed-out.ts';
import { visitUnsubscribe } from './screenshots/unsubscribe.ts';

/** Every screen and state at three widths, light and dark, into screenshots/. For eyes, not for tests. */

const viewport = { width: 1440, height: 900 };
/** Nobody listens there. */
const webhook = 'http://127.0.0.1:9/mail';
const numbered = (name: string) => Array.from({ length: 9 }, (_, index) => `${name}-${index + 1}`);

const preview = await openPreview({ ...manyVisitors, WEBHOOK_ALLOW_INSECURE: 'true' });
const browser = await launchBrowser();
try {
  const take = await openCamera();
  const { webUrl, mxPort, command } = preview;
  await visitSignedOut(await browser.newContext({ baseURL: webUrl, viewport }), take);
  await visitSecondStep(await beginVisit(browser, { webUrl, email: 'egle@example.com', viewport }), password, take);
  await visitLock(await beginVisit(browser, { webUrl, email: 'jurga@example.com', viewport }), take);
  await takeWarnings(await browser.newPage({ viewport }), take);
  const newcomer = await beginVisit(browser, { webUrl, email: 'austeja@example.com', viewport });
  await seedAliases(newcomer, ['wardrobe', 'garden'], 'austja@example.com');
  await takeFirstSteps(newcomer.page, take);
  const visit = await beginVisit(browser, { webUrl, email: 'ruta@example.com', viewport });
  const { page, email } = visit;
  await takeWaits(page, take);
  await confirmInbox(page, email, take);
  await page.goto('/dashboard');
  await visitDashboard(page, email, () => seedAliases(visit, numbered('shop')), take);
  await readForwarded(page, { mxPort, alias: 'sneakers' }, take);
  await visitSettings(page, take);
  await seedAliases(visit, ['hooked'], webhook);
  await visitWebhook(page, webhook, take);
  await loseSession(page, take);
  await visitAliasPage(await beginVisit(browser, { webUrl, email: 'lina@example.com', viewport }), take);
  await visitControl(await beginVisit(browser, { webUrl, email: 'ona@example.com', viewport }), command, take);
  await visitUnsubscribe(await beginVisit(browser, { webUrl, email: 'vytas@example.com', viewport }), command, take);
  await visitLooks(await beginVisit(browser, { webUrl, email: 'ieva@example.com', viewport }), take);
  const abuser = await beginVisit(browser, { webUrl, email: 'tomas@example.com', viewport });
  await seedAliases(abuser, numbered('offer'));
  const operator = await beginVisit(browser, { webUrl, email: 'operator@example.com', viewport });
  await visitOperator(operator, abuser.email, command, take);
  await visitSuspended(abuser, command, take);
  await visitRegistration(browser, take);
  await visitMoving(browser, take);
} finally {
  await browser.close();
  await preview.stop();
}
