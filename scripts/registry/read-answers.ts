import { z } from 'zod';

/** No answer to the question, and why, without the name of any host. */
export interface NoAnswer {
  readonly kind: 'no-answer';
  readonly why: string;
}

/** A direct dependency of which there is a newer release. */
export interface Update {
  readonly name: string;
  readonly current: string;
  readonly latest: string;
}

/** A package of the lock file with a known hole. */
export interface Advisory {
  readonly name: string;
  readonly severity: string;
  readonly titles: readonly string[];
  /** Versions that have it. */
  readonly range: string;
}

const outdatedSchema = z.record(
  z.string(),
  z.object({ current: z.string().optional(), wanted: z.string(), latest: z.string() }),
);

const auditSchema = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      severity: z.string(),
      range: z.string(),
      via: z.array(z.union([z.string(), z.object({ title: z.string() })])),
    }),
  ),
});

const failureSchema = z.object({
  statusCode: z.number().optional(),
  error: z.object({ code: z.string().optional() }).optional(),
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Codes only: the texts name hosts and paths. */
function explainFailure(text: string, answer: unknown): NoAnswer {
  if (text.trim() === '') return { kind: 'no-answer', why: 'npm said nothing in time' };
  const { data: failure } = failureSchema.safeParse(answer);
  const reason = failure?.statusCode ?? failure?.error?.code;
  return { kind: 'no-answer', why: reason === undefined ? 'npm named no reason' : `npm was told ${reason}` };
}

/** Reads `npm outdated --json`. Nothing at all would be no JSON: npm prints `{}` when all is current. */
export function readUpdates(text: string): { readonly kind: 'answer'; readonly updates: Update[] } | NoAnswer {
  const answer = parseJson(text);
  const { data: packages } = outdatedSchema.safeParse(answer);
  if (packages === undefined) return explainFailure(text, answer);
  const updates = Object.entries(packages)
    // What is for other systems is not installed here.
    .map(([name, { current, wanted, latest }]) => ({ name, current: current ?? wanted, latest }))
    .filter(({ current, latest }) => current !== latest);
  return { kind: 'answer', updates };
}

/** Reads `npm audit --json`. */
export function readAdvisories(text: string): { readonly kind: 'answer'; readonly advisories: Advisory[] } | NoAnswer {
  const answer = parseJson(text);
  const { data: report } = auditSchema.safeParse(answer);
  if (report === undefined) return explainFailure(text, answer);
  const advisories = Object.entries(report.vulnerabilities).map(([name, { severity, range, via }]) => ({
    name,
    severity,
    range,
    titles: via.map((cause) => (typeof cause === 'string' ? `through ${cause}` : cause.title)),
  }));
  return { kind: 'answer', advisories };
}
