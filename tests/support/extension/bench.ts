import type { Screen } from './screen.ts';

/** A tab of the browser. */
export interface Tab extends Screen {
  bringToFront(): Promise<void>;
  /** Waits until it is gone. */
  gone(): Promise<void>;
  close(): Promise<void>;
}

/** What the button of the extension opens, as a person would, which gives it the tab (`activeTab`). */
export interface Popup extends Screen {
  close(): Promise<void>;
}

/** A browser with the extension in it. */
export interface Bench {
  /** The browser's name, as the server knows it. */
  readonly called: string;
  /** As it came. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** A tab, in front. */
  open(url: string): Promise<Tab>;
  /** Where a page of the extension is. */
  ownPage(name: string): string;
  /** The tab that opens by what is done. */
  opened(act: () => Promise<void>): Promise<Tab>;
  /** Lets the extension reach the server, where the browser asks for that. */
  permit(host: string): Promise<void>;
  /** Presses the button of the extension over a tab that is in front. */
  pressButton(tab: Tab): Promise<Popup>;
  /** Chooses the extension's word in the menu of the field that has the focus in the tab in front. */
  pressMenu(tab: Tab): Promise<void>;
  /** Everybody can read and use what is on the tab, as far as this browser can be asked. */
  expectSound(tab: Tab): Promise<void>;
  close(): Promise<void>;
}

export interface BenchParts {
  /** The extension as it was downloaded. */
  readonly archive: string;
  /** For what is unpacked, and the browser's own. */
  readonly folder: string;
  /** The site of this name is on this machine. */
  readonly siteHost: string;
}
