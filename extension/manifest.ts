import { languages } from '#contract/account/languages.ts';
import { allTexts } from '#extension/lib/texts.ts';

/** The families of browsers that there is a build for. The folder of the build is left as the last one needs it. */
export const families = ['firefox', 'chromium'] as const;
type Family = (typeof families)[number];

/** What its pages may load, and whom they may ask: a server by https, or one on this machine. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  'connect-src https: http://localhost:* http://127.0.0.1:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const worker = 'background.js';

const button = { default_popup: 'popup.html', default_title: '__MSG_action__' };

/** In what families differ: how the part that draws nothing is started, where the button stands, and how old the browser may be. */
const own = {
  chromium: {
    action: button,
    minimum_chrome_version: '110',
    background: { service_worker: worker, type: 'module' },
  },
  firefox: {
    // Beside the address; else it stands in a menu.
    action: { ...button, default_area: 'navbar' },
    background: { scripts: [worker], type: 'module' },
    browser_specific_settings: {
      gecko: {
        id: 'extension@kauke',
        // The first that says by itself what is told: the site that it was opened over, to the server of its owner.
        strict_min_version: '140.0',
        data_collection_permissions: { required: ['browsingActivity'] },
      },
    },
  },
} as const;

/** The manifest of one family (Manifest V3). No permission for any site: `activeTab` is the tab of a click, the server's is asked for by name. */
export function makeManifest(family: Family, version: string): object {
  return {
    manifest_version: 3,
    name: '__MSG_name__',
    description: '__MSG_description__',
    version,
    default_locale: 'en',
    icons: { 192: 'icon-192.png', 512: 'icon-512.png' },
    permissions: ['activeTab', 'contextMenus', 'scripting', 'storage'],
    optional_host_permissions: ['https://*/*', 'http://localhost/*', 'http://127.0.0.1/*'],
    options_ui: { page: 'settings.html', open_in_tab: true },
    content_security_policy: { extension_pages: policy },
    incognito: 'not_allowed',
    ...own[family],
  };
}

/** What the manifest says, in each language, by the path of its file. */
export function makeLocales(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    languages.map((language) => {
      const { name, description, action } = allTexts[language].manifestTexts;
      const messages = { name: { message: name }, description: { message: description }, action: { message: action } };
      return [`_locales/${language}/messages.json`, messages];
    }),
  );
}
