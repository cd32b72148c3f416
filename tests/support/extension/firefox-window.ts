import type { Popup } from './bench.ts';
import type { Marionette } from './marionette.ts';
import { until, useScreen } from './screen.ts';

/** The window around the tabs: its buttons, its menus and its questions, which belong to no page. */
export interface FirefoxWindow {
  /** The popup that the extension's button opens. */
  pressButton(): Promise<Popup>;
  /** Chooses it in the menu that is open. */
  chooseInMenu(label: string): Promise<void>;
  /** Agrees to the question for the permission to reach a host. */
  permit(host: string): Promise<void>;
}

/** The names that Firefox makes of `extension@kauke`. */
const button = '#extension_kauke-browser-action .unified-extensions-item-action-button';
const menuItem = '[id^="extension_kauke-menuitem-"]';
const extension = "WebExtensionPolicy.getByID('extension@kauke').extension";
const popupBrowser = "document.querySelector('browser.webextension-popup-browser')";

/** Answers in the process of the popup. The rules of its page for scripts do not bind a sandbox. */
const answerer = `
  const press = ({ x, y }) => {
    for (const type of ['mousedown', 'mouseup']) {
      // Firefox 140 has the older way alone, later ones the newer.
      if (!content.synthesizeMouseEvent) content.windowUtils.sendMouseEvent(type, x, y, 0, 1, 0);
      else {
        const mouse = { identifier: content.windowUtils.DEFAULT_MOUSE_POINTER_ID, button: 0, clickCount: 1, inputSource: 1 };
        content.synthesizeMouseEvent(type, x, y, mouse, {});
      }
    }
  };
  const evaluate = async (expression) => {
    const sandbox = new Cu.Sandbox(content, { sandboxPrototype: content, wantXrays: false });
    return Cu.evalInSandbox('Promise.resolve(' + expression + ').then((value) => JSON.stringify(value))', sandbox);
  };
  addMessageListener('lab:ask', async ({ data: { id, expression, place } }) => {
    try {
      const value = place ? press(place) : await evaluate(expression).catch(() => {});
      sendAsyncMessage('lab:answer', { id, value });
    } catch (error) {
      sendAsyncMessage('lab:answer', { id, fault: String(error) });
    }
  });`;

/** Asks the answerer in the popup. Runs in the window. */
const asker = `(question) => {
  const { messageManager } = ${popupBrowser} ?? {};
  if (!messageManager) return undefined;
  const id = Math.random();
  return new Promise((resolve, reject) => {
    const listener = ({ data }) => {
      if (data.id !== id) return;
      messageManager.removeMessageListener('lab:answer', listener);
      if (data.fault) reject(new Error(data.fault));
      resolve(data.value);
    };
    messageManager.addMessageListener('lab:answer', listener);
    messageManager.sendAsyncMessage('lab:ask', { id, ...question });
  });
}`;

export function useWindow({ evaluate: run }: Marionette): FirefoxWindow {
  /** Waits until an expression is true. */
  const see = async (what: string, expression: string): Promise<void> => {
    await until(what, async () => ((await run(expression)) === true ? true : undefined));
  };
  const ask = async (question: object): Promise<unknown> => {
    const value = await run(`(${asker})(${JSON.stringify(question)})`);
    return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined;
  };
  return {
    pressButton: async () => {
      await see('button', `document.querySelector('${button}') !== null`);
      await run(`document.querySelector('${button}').click()`);
      await see('popup', `${popupBrowser}?.currentURI.spec.endsWith('/popup.html') && ${popupBrowser}.clientWidth > 0`);
      const script = `data:,${encodeURIComponent(answerer)}`;
      await run(`${popupBrowser}.messageManager.loadFrameScript(${JSON.stringify(script)}, false)`);
      return {
        ...useScreen({
          evaluate: (expression) => ask({ expression }),
          click: async (place) => void (await ask({ place })),
          write: async (text) =>
            void (await ask({ expression: `document.execCommand('insertText', false, ${JSON.stringify(text)})` })),
        }),
        close: async () => {
          await run(`${popupBrowser}?.closest('panel').hidePopup()`);
          await see('end of the popup', `${popupBrowser} === null`);
        },
      };
    },
    chooseInMenu: async (label) => {
      const item = `[...document.querySelectorAll('${menuItem}')].find((one) => one.label === ${JSON.stringify(label)})`;
      await see('menu', `document.querySelector('#contentAreaContextMenu').state === 'open' && ${item} !== undefined`);
      // As after half a minute without work: what was pressed wakes it.
      await run(`${extension}.terminateBackground()`);
      await see('sleep', `${extension}.backgroundState === 'stopped'`);
      await run(`document.querySelector('#contentAreaContextMenu').activateItem(${item})`);
    },
    permit: async (host) => {
      const question = "document.querySelector('#addon-webext-permissions-notification')";
      const agree = `${question}?.querySelector('.popup-notification-primary-button')`;
      await see(
        'question',
        `PopupNotifications.isPanelOpen && ${question}.textContent.includes(${JSON.stringify(host)})`,
      );
      // At first it takes no press, lest somebody agrees to what has only just come up.
      await see('end of the question', `(${agree}?.click(), !PopupNotifications.isPanelOpen)`);
    },
  };
}
