import { z } from 'zod';
import type { PublicConfig } from '#contract/site.ts';

/** What operators state of themselves on the legal pages. What they do not state is not drawn, but in preview. */
export type OperatorFacts = Omit<PublicConfig['legal'], 'operatorName' | 'database' | 'sendsReports'>;

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** "August 2026" as "2026-08". */
function parseMonth(text: string): string | null {
  const [, name = '', year] = /^([a-z]+) +(20\d{2})$/iu.exec(text) ?? [];
  const index = monthNames.findIndex((month) => month.toLowerCase() === name.toLowerCase());
  return index === -1 ? null : `${year}-${String(index + 1).padStart(2, '0')}`;
}

function parseCounts(text: string): readonly [number, number, number] | null {
  const [, first, second, third] = /^(\d{1,6}) *, *(\d{1,6}) *, *(\d{1,6})$/u.exec(text) ?? [];
  return third === undefined ? null : [Number(first), Number(second), Number(third)];
}

function parseRequests(text: string): NonNullable<OperatorFacts['governmentRequests']> | null {
  const [, since, list = ''] = /^(20\d{2}) *: *(.+)$/u.exec(text) ?? [];
  const counts = parseCounts(list);
  if (counts === null) return null;
  const [received, accountsAffected, compliedWith] = counts;
  return compliedWith > received ? null : { since: Number(since), received, accountsAffected, compliedWith };
}

function parseIncidents(text: string): NonNullable<OperatorFacts['incidents']> | null {
  const counts = parseCounts(text);
  if (counts === null) return null;
  const [breaches, unauthorizedAccess, disruptions] = counts;
  return { breaches, unauthorizedAccess, disruptions };
}

function fact<T>(parse: (text: string) => T | null) {
  return z.string().transform((text, context): T => {
    const value = parse(text);
    if (value !== null) return value;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });
}

/** What a preview says, as the service it is a preview of. */
const previewTexts = {
  OPERATOR_COUNTRY: 'Lithuania',
  LAUNCHED: 'January 2025',
  REPORT_NEXT: 'August 2026',
  GOVERNMENT_REQUESTS: '2025: 0, 0, 0',
  SECURITY_INCIDENTS: '0, 0, 0',
} as const;

function inPreview(name: keyof typeof previewTexts): string {
  return `\`${previewTexts[name]}\` in preview, else none: the pages do not speak of it`;
}

export const factVariables = {
  OPERATOR_COUNTRY: {
    // Wherever one is left out the pages name no law.
    value: fact((text) => (/^\p{L}[\p{L}\p{M}\p{P} ]{0,62}\p{L}$/u.test(text) ? text : null)),
    takes: 'the name of a country',
    otherwise: inPreview('OPERATOR_COUNTRY'),
    about: 'Whose law the operator is under; shown on the legal pages. Required if delivery is `mx`.',
  },
  LAUNCHED: {
    value: fact(parseMonth),
    takes: 'a month and a year, such as January 2025',
    otherwise: inPreview('LAUNCHED'),
    about: 'Since when this service has been open; shown on the pages About us and Transparency Report.',
  },
  REPORT_NEXT: {
    value: fact(parseMonth),
    takes: 'a month and a year, such as August 2026',
    otherwise: inPreview('REPORT_NEXT'),
    about: 'When the next transparency report is due; shown on its page until that month is over.',
  },
  GOVERNMENT_REQUESTS: {
    value: fact(parseRequests),
    takes: 'a year, a colon and three numbers such as 2025: 2, 3, 1, of which the third is at most the first',
    otherwise: inPreview('GOVERNMENT_REQUESTS'),
    about:
      'What governments have asked for since that year: requests for user data, accounts they were about, and requests that were ' +
      'complied with. Shown in the transparency report.',
  },
  SECURITY_INCIDENTS: {
    value: fact(parseIncidents),
    takes: 'three numbers, such as 0, 1, 0',
    otherwise: inPreview('SECURITY_INCIDENTS'),
    about:
      'What has gone wrong since the launch: data breaches, unauthorized accesses, and disruptions that were no maintenance. Shown in the ' +
      'transparency report.',
  },
} as const;

type FactName = keyof typeof factVariables;
type FactValues = { readonly [Name in FactName]: z.infer<(typeof factVariables)[Name]['value']> | null };

/** The facts of this installation; `null` for what nobody stated. */
export function chooseFacts(values: FactValues, isPreview: boolean): OperatorFacts {
  const stated = <Name extends FactName>(name: Name): FactValues[Name] => {
    if (values[name] !== null || !isPreview) return values[name];
    return factVariables[name].value.parse(previewTexts[name]) as FactValues[Name];
  };
  return Object.freeze({
    operatorCountry: stated('OPERATOR_COUNTRY'),
    launched: stated('LAUNCHED'),
    reportNext: stated('REPORT_NEXT'),
    governmentRequests: stated('GOVERNMENT_REQUESTS'),
    incidents: stated('SECURITY_INCIDENTS'),
  });
}
