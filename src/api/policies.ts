import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Site } from '#api/describe-site.ts';
import { publicConfig, type PublicConfigContext } from '#api/public-config.ts';
import { policyDrawer, policyPaths } from '#contract/pages.ts';
import type { PublicConfig } from '#contract/site.ts';
import type { CoreContext } from '#core/core-context.ts';

type Policies = ReadonlyMap<string, string>;
/** Draws the policies of one language, by their paths. */
export type DrawPolicies = (config: PublicConfig) => Promise<Policies>;

/** What draws the policies in a folder of the built web app, loaded when it is first called; null where the build left none. */
export function loadPolicyDrawer(folder: string): DrawPolicies | null {
  const file = join(folder, policyDrawer);
  if (!existsSync(file)) return null;
  // Built, and so none of the sources that a release follows.
  const load = createRequire(import.meta.url);
  return async (config) => {
    const { drawPolicies } = load(file) as { drawPolicies: DrawPolicies };
    return drawPolicies(config);
  };
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

const emptyRoot = '<div id="root"></div>';
const noScript = /\s*<noscript>[^<]*<\/noscript>/u;

/** A policy in its page, beside what it was drawn from: the browser hydrates it from the same. */
function putPolicy(page: string, policy: string, config: string): string {
  const root = `<div id="root" data-config="${escapeAttribute(config)}" data-prerendered>${policy}</div>`;
  return page.replace(noScript, '').replace(emptyRoot, () => root);
}

/** Gives what is drawn from a configuration, whose text is `key`. */
type KeptPolicies = (config: PublicConfig, key: string) => Promise<Policies | null>;

/** What could not be drawn is tried again after so long. */
const againAfterMs = 60_000;

interface Drawn {
  readonly key: string;
  readonly policies: Promise<Policies | null>;
  /** null: it did not fail, or has not yet. */
  failedAtMs: number | null;
}

/** Keeps what was drawn until what it states is no longer so; null for a minute where that failed. */
export function keepPolicies(draw: DrawPolicies, { clock, log }: Pick<CoreContext, 'clock' | 'log'>): KeptPolicies {
  let kept: Drawn | null = null;
  const begin = (config: PublicConfig, key: string): Drawn => {
    const fail = (error: unknown): null => {
      log.error('policies_not_drawn', error);
      drawn.failedAtMs = clock.now();
      return null;
    };
    const drawn: Drawn = { key, policies: draw(config).catch(fail), failedAtMs: null };
    return drawn;
  };
  return (config, key) => {
    const isOver = kept !== null && kept.failedAtMs !== null && clock.now() - kept.failedAtMs >= againAfterMs;
    if (kept?.key !== key || isOver) kept = begin(config, key);
    return kept.policies;
  };
}

/** Finds the policy at a path, and gives what puts it into its page; null where none is. */
export function policyPlacer(core: PublicConfigContext & Pick<CoreContext, 'log'>, site: Site) {
  const keptBy = new Map<DrawPolicies, KeptPolicies>();
  const keptOf = (draw: DrawPolicies): KeptPolicies => {
    const kept = keptBy.get(draw) ?? keepPolicies(draw, core);
    keptBy.set(draw, kept);
    return kept;
  };
  return async (draw: DrawPolicies | null, path: string): Promise<((page: string) => string) | null> => {
    if (draw === null || !policyPaths.some((one) => one === path)) return null;
    const config = publicConfig(core, site);
    const key = JSON.stringify(config);
    // The browser draws what is not there.
    const policy = (await keptOf(draw)(config, key))?.get(path);
    return policy === undefined ? null : (page) => putPolicy(page, policy, key);
  };
}
