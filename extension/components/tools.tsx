import { createContext, use } from 'react';
import type { Browser } from '#extension/lib/browser.ts';
import { ServerFailure, type ServerAsker } from '#extension/lib/server.ts';
import type { Texts } from '#extension/lib/texts.ts';

/** What every part of a page works with. */
export interface Tools {
  readonly browser: Browser;
  readonly asker: ServerAsker;
  readonly texts: Texts;
}

export const ToolsContext = createContext<Tools | null>(null);

export function useTools(): Tools {
  const tools = use(ToolsContext);
  if (tools === null) throw new Error('A part of the extension stands outside its page.');
  return tools;
}

/** Why something failed, in the reader's words, or the server's where it gave some. */
export function explain({ extensionFaults }: Texts, error: unknown): string {
  if (!(error instanceof ServerFailure)) return extensionFaults.version;
  if (error.kind === 'refused' || error.kind === 'revoked') return error.message || extensionFaults.version;
  return extensionFaults[error.kind];
}
