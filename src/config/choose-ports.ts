import type { Config } from '#config/config.ts';
import type { VariableValues } from '#config/variables.ts';

/** People are told the usual ports, which lead to ours; in preview ours. */
export function choosePorts(values: VariableValues, delivery: Config['delivery']) {
  return {
    mxPort: values.MX_PORT,
    submissionPort: values.SUBMISSION_PORT,
    submissionsPort: values.SUBMISSIONS_PORT,
    submissionPublicPort: values.SUBMISSION_PUBLIC_PORT ?? (delivery === 'preview' ? null : 587),
    submissionsPublicPort: values.SUBMISSIONS_PUBLIC_PORT ?? (delivery === 'preview' ? null : 465),
    mailboxPort: values.MAILBOX_PORT,
    mailboxPublicPort: values.MAILBOX_PUBLIC_PORT ?? (delivery === 'preview' ? null : 995),
  };
}
