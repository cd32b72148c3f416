import { useState } from 'react';
import type { Alias } from '#contract/aliases.ts';
import { explain, useTools } from '#extension/components/tools.tsx';
import { addressOf, type Aliases } from '#extension/lib/aliases.ts';
import { fillField } from '#extension/lib/fill-field.ts';
import { ServerFailure } from '#extension/lib/server.ts';
import type { SeenTab } from '#extension/lib/site.ts';

/** What was said last: what became of a press, or why it failed. */
export interface Said {
  readonly text: string;
  readonly failed: boolean;
}

/** What the parts of the popup have in common. */
export interface Site {
  readonly aliases: Aliases;
  /** Null: the tab is no website, so nothing is filled in and nothing is used there. */
  readonly host: string | null;
  readonly list: readonly Alias[];
  readonly said: Said | null;
  /** Puts an alias at the head of the list, or in the place of what it was. */
  show(alias: Alias): void;
  hide(alias: Alias): void;
  /** Into the field of the page that has the cursor, else onto the clipboard. */
  fill(address: string): Promise<void>;
  copy(text: string): Promise<void>;
  fail(error: unknown): void;
}

interface SiteParts {
  readonly aliases: Aliases;
  readonly tab: SeenTab | null;
  readonly first: readonly Alias[];
  readonly onRevoked: (error: ServerFailure) => void;
}

export function useSite({ aliases, tab, first, onRevoked }: SiteParts): Site {
  const { browser, texts } = useTools();
  const { popupTexts } = texts;
  const [list, setList] = useState(first);
  const [said, setSaid] = useState<Said | null>(null);
  const host = tab?.host ?? null;
  const say = (text: string): void => setSaid({ text, failed: false });
  /** Says `done` once it is on the clipboard. */
  const copyAndSay = async (text: string, done: string): Promise<void> => {
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (copied) say(done);
    else setSaid({ text: popupTexts.notCopied, failed: true });
  };
  return {
    aliases,
    host,
    list,
    said,
    show: (alias) =>
      setList((before) =>
        before.some(({ id }) => id === alias.id)
          ? before.map((one) => (one.id === alias.id ? alias : one))
          : [alias, ...before],
      ),
    hide: (alias) => {
      setList((before) => before.filter(({ id }) => id !== alias.id));
      say(popupTexts.notHereOne(addressOf(alias)));
    },
    fill: async (address) => {
      const filled = tab === null || host === null ? null : await fillField(browser, { ...tab, host }, address);
      if (filled === 'filled') say(popupTexts.filled);
      else if (filled === 'refused') await copyAndSay(address, popupTexts.notFilled);
      else await copyAndSay(address, filled === null ? popupTexts.copied : popupTexts.noField);
    },
    copy: (text) => copyAndSay(text, popupTexts.copied),
    fail: (error) => {
      if (error instanceof ServerFailure && error.kind === 'revoked') onRevoked(error);
      else setSaid({ text: explain(texts, error), failed: true });
    },
  };
}
