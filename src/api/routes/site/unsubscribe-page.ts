import { html, raw } from 'hono/html';
import type { Language } from '#contract/account/languages.ts';
import type { UnsubscribeLink } from '#core/unsubscribe/unsubscribe-link.ts';
import type { UnsubscribeTexts } from '#messages/all-languages.ts';

type Html = ReturnType<typeof html>;

/** Ink and warm paper, as everywhere. */
const style = `
:root { color-scheme: light dark; --ink: light-dark(#1f1a15, #f4eee4); --soft: light-dark(#665c50, #b3a798);
  --paper: light-dark(#faf6ef, #15120f); --sheet: light-dark(#fffdf9, #1d1915); --well: light-dark(#f3ede2, #26211c);
  --line: light-dark(#e6ddcf, #362f28); --edge: light-dark(#95897a, #7d7164); --deep: light-dark(#8f5406, #f0b75c);
  --on: light-dark(#23683f, #7ecb98); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; padding: 24px 20px 64px; background: var(--paper); color: var(--ink);
  font: 16px/1.5 'Instrument Sans Variable', ui-sans-serif, system-ui, sans-serif; }
header, main { max-width: 34rem; margin: 0 auto; }
header { font-weight: 600; font-size: 20px; margin-bottom: 48px; }
header a { color: inherit; text-decoration: none; display: inline-flex; align-items: center; gap: 10px; min-height: 40px; }
main { padding: 32px; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 36px; letter-spacing: -0.012em; text-wrap: balance; }
p { margin: 0; color: var(--soft); overflow-wrap: anywhere; text-wrap: pretty; }
.ways { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; margin-top: 28px; }
form { display: contents; }
button { min-height: 44px; padding: 0 20px; border: 1px solid #e8a33a; border-radius: 10px; background: #e8a33a; color: #241a0a;
  font: inherit; font-weight: 600; cursor: pointer; }
button.plain { border-color: var(--edge); background: var(--sheet); color: var(--ink); }
button.plain:hover { background: var(--well); }
.ways a { display: inline-flex; align-items: center; min-height: 44px; color: var(--deep); }
:focus-visible { outline: 2px solid var(--deep); outline-offset: 2px; }
@media (width < 30rem) { main { padding: 24px 20px; } button { width: 100%; } header { margin-bottom: 24px; } }
`;

/** What a page says: a link as it stands, none that works, or one that was used too often. */
export type UnsubscribeView = UnsubscribeLink | 'unusable' | 'too-often';

interface Words {
  readonly title: string;
  readonly text: string;
  /** What the button does, and its name; null: there is none. */
  readonly button: { readonly wish: 'act' | 'undo'; readonly label: string } | null;
}

function wordsOf(view: UnsubscribeView, texts: UnsubscribeTexts, days: number): Words {
  if (view === 'unusable') return { title: texts.unusable, text: texts.unusableText(days), button: null };
  if (view === 'too-often') return { title: texts.tooOften, text: texts.tooOftenText, button: null };
  const { alias, sender, state } = view;
  const undo = { wish: 'undo', label: texts.undo } as const;
  if (sender === null) {
    const act = { wish: 'act', label: texts.pause } as const;
    return {
      open: { title: texts.pauseQuestion, text: texts.pauseText(alias), button: act },
      done: { title: texts.paused, text: texts.pausedText(alias), button: undo },
      owned: { title: texts.paused, text: texts.pausedByOwner(alias), button: null },
    }[state];
  }
  const act = { wish: 'act', label: texts.block } as const;
  return {
    open: { title: texts.blockQuestion, text: texts.blockText(sender, alias), button: act },
    done: { title: texts.blocked, text: texts.blockedText(sender, alias), button: undo },
    owned: { title: texts.blocked, text: texts.blockedByOwner(sender, alias), button: null },
  }[state];
}

/** What a form of ours sends to the address of its own page: what programs send with one click, or the wish to undo that. */
const inputs = {
  act: html`<input type="hidden" name="List-Unsubscribe" value="One-Click" />`,
  undo: html`<input type="hidden" name="undo" value="yes" />`,
} as const;

function renderButton({ wish, label }: NonNullable<Words['button']>, isMain: boolean): Html {
  return html`<form method="post">${inputs[wish]}<button class="${isMain ? 'main' : 'plain'}">${label}</button></form>`;
}

interface PageParts {
  readonly texts: UnsubscribeTexts;
  readonly language: Language;
  readonly nonce: string;
  /** For how long links work. */
  readonly days: number;
  /** It was undone just now. */
  readonly undone: boolean;
}

/** The page behind an unsubscribe button: no script, one style sheet under `nonce`, nothing to load but the mark. */
export function renderUnsubscribePage(
  view: UnsubscribeView,
  { texts, language, nonce, days, undone }: PageParts,
): Html {
  const { title, text, button } = wordsOf(view, texts, days);
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${undone ? texts.undone : title} · Kauke</title>
        <link rel="icon" href="/favicon.svg" />
        <style nonce="${nonce}">
          ${raw(style)}
        </style>
      </head>
      <body>
        <header>
          <a href="/"><img src="/favicon.svg" alt="" width="28" height="28" />Kauke</a>
        </header>
        <main>
          <h1>${undone ? texts.undone : title}</h1>
          ${undone ? html`<p role="status">${texts.undoneText}</p>` : html`<p>${text}</p>`}
          <div class="ways">
            ${button === null ? '' : renderButton(button, button.wish === 'act' && !undone)}
            <a href="/dashboard">${texts.toAccount}</a>
          </div>
        </main>
      </body>
    </html>`;
}
