import { startMenu } from '#extension/background/menu.ts';
import { findBrowser } from '#extension/lib/browser.ts';

startMenu(findBrowser(), globalThis.fetch.bind(globalThis));
