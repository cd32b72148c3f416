import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { fault, named, ok } from '#cli/doctor/doctor-context.ts';
import { doctorReportSchema, renderJson, renderReport, renderReportSchema } from '#cli/doctor/doctor-report.ts';

const sections = [
  { title: 'This machine', findings: [named('disk', ok('9 MiB free in DATA_DIR'))] },
  { title: 'mask.example', findings: [named('mx', fault('MX is missing', 'Publish:\nthis'), 'mask.example')] },
];

describe('what the doctor found', () => {
  it('is told to people', () => {
    expect(renderReport(sections)).toBe(
      [
        'This machine',
        '  ok       9 MiB free in DATA_DIR',
        '',
        'mask.example',
        '  FAULT    MX is missing',
        '           Publish:',
        '           this',
        '',
        '1 faults, 0 warnings',
      ].join('\n'),
    );
  });

  it('is told to programs by a schema, which stands in the guide', async () => {
    const report = doctorReportSchema.parse(JSON.parse(renderJson(sections, Date.UTC(2026, 10, 23))));
    expect(report).toEqual({
      version: 1,
      at: '2026-11-23T00:00:00.000Z',
      faults: 1,
      warnings: 0,
      findings: [
        {
          section: 'This machine',
          check: 'disk',
          about: '',
          state: 'ok',
          text: '9 MiB free in DATA_DIR',
          todo: null,
        },
        {
          section: 'mask.example',
          check: 'mx',
          about: 'mask.example',
          state: 'fault',
          text: 'MX is missing',
          todo: 'Publish:\nthis',
        },
      ],
    });
    const written = await readFile(new URL('../../../docs/doctor.schema.json', import.meta.url), 'utf8');
    expect(written, 'run: npm run docs').toBe(renderReportSchema());
  });
});
