import type { MoveTrouble } from '#contract/moves/moves.ts';
import { AppError } from '#contract/errors.ts';
import type { OtherServices } from '#core/moving-in/moving-context.ts';
import type { Source } from '#core/moving-in/sources/source.ts';
import type { ServiceAnswer } from '#core/service-fetch.ts';
import { readRetryAfter } from '#platform/retry-after.ts';

/** What one call told, or why it told nothing. `waitMs`: how long the service wants to be left alone; null: it does not say. */
export type Asked<Told> =
  | { readonly kind: 'told'; readonly told: Told }
  | { readonly kind: 'trouble'; readonly trouble: MoveTrouble; readonly waitMs: number | null };

/** The largest answer that is read: some thousand aliases. */
const maxBytes = 8 * 1024 * 1024;
const busyMs = 60_000;
/** A service that wants more patience is asked once more after that. */
const busyMaxMs = 60 * 60_000;

/** What a service asks for, within reason. */
function patienceFor(askedMs: number | null): number {
  return Math.min(Math.max(askedMs ?? busyMs, 1000), busyMaxMs);
}

function trouble(kind: MoveTrouble, waitMs: number | null = null): Asked<never> {
  return { kind: 'trouble', trouble: kind, waitMs };
}

/** @throws AppError service_key_refused. */
function readAnswer<Told>(answer: ServiceAnswer, nowMs: number, read: (body: unknown) => Told): Asked<Told> {
  if (answer.kind === 'failed') return trouble('unreachable');
  const { status, headers, body, complete } = answer;
  if (status === 401 || status === 403) throw new AppError('service_key_refused');
  if (status === 429 || (status === 503 && headers.retryAfter !== null)) {
    return trouble('busy', patienceFor(readRetryAfter(headers.retryAfter, nowMs)));
  }
  if (status >= 500) return trouble('unreachable');
  if (status !== 200) return trouble('unreadable');
  // Cut short; or larger than anything it should say.
  if (!complete) return trouble(body.length < maxBytes ? 'unreachable' : 'unreadable');
  try {
    return { kind: 'told', told: read(JSON.parse(body.toString())) };
  } catch {
    // Neither its words nor where they break may be told or logged: they hold addresses.
    return trouble('unreadable');
  }
}

interface Question<Told> {
  readonly source: Source;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Below the base, with its query. */
  readonly path: string;
  readonly read: (body: unknown) => Told;
}

/**
 * Asks another service once. The key is in this call's header and nowhere else: no redirect is followed, and nothing of
 * question and answer is logged. @throws AppError service_key_refused.
 */
export async function askService<Told>(
  { services, clock }: { readonly services: OtherServices; readonly clock: { now(): number } },
  { source, baseUrl, apiKey, path, read }: Question<Told>,
): Promise<Asked<Told>> {
  // What cannot stand in a header is no key.
  if (!/^[\x21-\x7e]+$/u.test(apiKey)) throw new AppError('service_key_refused');
  const answer = await services.fetch({
    url: new URL(`${baseUrl}${path}`),
    headers: { Accept: 'application/json', 'User-Agent': 'Kauke', ...source.headers(apiKey) },
    timeoutMs: services.timeoutMs,
    maxBytes,
    signal: AbortSignal.timeout(services.timeoutMs),
  });
  return readAnswer(answer, clock.now(), read);
}
