/** The version in package.json, written in by the build. */
declare const __APP_VERSION__: string;

/** The language that the pages are built in. */
declare const __LANGUAGE__: 'en' | 'de' | 'lt';

/** How days, times and numbers are written; undefined: in the browser's own way, as readers of English write days in many. */
declare const __LOCALE__: 'de' | 'lt' | undefined;

/** The guides of docs/, rendered by the build. */
declare module 'virtual:guides' {
  import type { GuideName } from '#contract/pages.ts';

  interface GuideEntry {
    readonly title: string;
    /** Its first words, for those who search. */
    readonly description: string;
    /** HTML without scripts, styles or raw HTML of its source. */
    readonly load: () => Promise<{ readonly html: string }>;
  }
  export const guideEntries: Readonly<Record<GuideName, GuideEntry>>;
}
