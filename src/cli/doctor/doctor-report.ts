import { z } from 'zod';
import { checkNames, type NamedFinding } from '#cli/doctor/doctor-context.ts';

/** Findings that stand together. */
export interface Section {
  readonly title: string;
  readonly findings: readonly NamedFinding[];
}

/** What `doctor --json` prints. Fields may be added; none changes its meaning. */
export const doctorReportSchema = z.strictObject({
  /** Of this form. */
  version: z.literal(1),
  at: z.iso.datetime(),
  faults: z.int().min(0),
  warnings: z.int().min(0),
  findings: z.array(
    z.strictObject({
      section: z.string(),
      check: z.enum(checkNames),
      about: z.string(),
      state: z.enum(['ok', 'warning', 'fault']),
      text: z.string(),
      todo: z.string().nullable(),
    }),
  ),
});

/** The same as JSON Schema, as it stands in docs/doctor.schema.json. */
export function renderReportSchema(): string {
  return `${JSON.stringify(z.toJSONSchema(doctorReportSchema), null, 2)}\n`;
}

export function countFindings(sections: readonly Section[], state: NamedFinding['state']): number {
  return sections.flatMap(({ findings }) => findings).filter((finding) => finding.state === state).length;
}

/** For programs. */
export function renderJson(sections: readonly Section[], now: number): string {
  const report: z.infer<typeof doctorReportSchema> = {
    version: 1,
    at: new Date(now).toISOString(),
    faults: countFindings(sections, 'fault'),
    warnings: countFindings(sections, 'warning'),
    findings: sections.flatMap(({ title, findings }) =>
      findings.map(({ check, about, state, text, todo }) => ({ section: title, check, about, state, text, todo })),
    ),
  };
  return JSON.stringify(report, null, 2);
}

const marks = { ok: 'ok     ', warning: 'WARNING', fault: 'FAULT  ' } as const;

function renderSection({ title, findings }: Section): string {
  return [
    title,
    ...findings.flatMap(({ state, text, todo }) => [
      `  ${marks[state]}  ${text}`,
      ...(todo === null ? [] : todo.split('\n').map((line) => `           ${line}`)),
    ]),
  ].join('\n');
}

/** For people. */
export function renderReport(sections: readonly Section[]): string {
  const counts = `${countFindings(sections, 'fault')} faults, ${countFindings(sections, 'warning')} warnings`;
  return `${sections.map(renderSection).join('\n\n')}\n\n${counts}`;
}
