/** The version in package.json, written in by the build. */
declare const __APP_VERSION__: string;

/** The guides of docs/, rendered by the build. */
declare module 'virtual:guides' {
  import type { GuideName } from '#contract/pages.ts';

  interface GuideEntry {
    readonly title: string;
    /** HTML without scripts, styles or raw HTML of its source. */
    readonly load: () => Promise<{ readonly html: string }>;
  }
  export const guideEntries: Readonly<Record<GuideName, GuideEntry>>;
}
