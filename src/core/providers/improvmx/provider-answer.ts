/**
 * Why the provider did not do what it was asked. Final until somebody changes something: `taken` (it exists already),
 * `plan_limit`, `refused`. `missing`: there is no such thing. For the operator: `key` (the API key does not work). To be
 * tried again: `busy` (too many requests), `down` (no answer, or none that means anything).
 */
export type ProviderFault = 'taken' | 'plan_limit' | 'refused' | 'missing' | 'key' | 'busy' | 'down';

/** Says nothing of what the provider wrote, which may name addresses. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly code: ProviderFault;
  /** The HTTP status; null when nothing was answered. */
  readonly status: number | null;

  constructor(code: ProviderFault, status: number | null = null) {
    super(`The forwarding provider: ${code}${status === null ? '' : ` (${status})`}`);
    this.code = code;
    this.status = status;
  }
}

/** What an answer of the provider says, whatever it is. */
export type AnswerBody = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is AnswerBody {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(status: number, text: string): AnswerBody {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // HTML of a proxy, or half an answer.
  }
  throw new ProviderError(status === 429 ? 'busy' : 'down', status);
}

/** All texts in a value: errors come as a text, a list, or lists by field. */
function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null ? Object.values(value).map(textsIn).join(' ') : '';
}

const byStatus: Readonly<Record<number, ProviderFault>> = {
  401: 'key',
  403: 'plan_limit',
  404: 'missing',
  429: 'busy',
};

/** In this order: 'does not exist' is no 'exists'. */
const byText: readonly (readonly [RegExp, ProviderFault])[] = [
  [/not found|not exist|no such|unknown (?:domain|alias)/i, 'missing'],
  [/already|exists|taken/i, 'taken'],
  [/limit|plan\b|premium|upgrade|quota|maximum|too many/i, 'plan_limit'],
];

function faultOf(status: number, body: AnswerBody): ProviderFault {
  const known = byStatus[status];
  if (known !== undefined) return known;
  if (status >= 500) return 'down';
  const text = [body['errors'], body['error'], body['message']].map(textsIn).join(' ');
  // A refusal without a reason is no final word.
  if (text.trim() === '') return 'down';
  return byText.find(([pattern]) => pattern.test(text))?.[1] ?? 'refused';
}

/**
 * The body of an answer, of all the forms that versions 3 and 4 of the API have: no body at all, errors in three places,
 * and `success: false` under a status of 200.
 * @throws ProviderError
 */
export function decodeAnswer(status: number, text: string): AnswerBody {
  const isGood = status >= 200 && status < 300;
  if (isGood && text.trim() === '') return {};
  const body = parse(status, text);
  if (!isGood || body['success'] === false) throw new ProviderError(faultOf(status, body), status);
  return body;
}
