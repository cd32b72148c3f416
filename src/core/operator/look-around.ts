import type { OperatorReports } from '#contract/domains/mail-reports.ts';
import type { VolumeDay } from '#contract/operator.ts';
import { recordLook } from '#core/operator-journal.ts';
import type { OperatorContext, OperatorName, OperatorTools } from '#core/operator/operator-context.ts';
import { readAllReports } from '#core/mail-reports/read-reports.ts';
import { readMailVolume } from '#core/stats/mail-volume.ts';

/** How much mail there was on each of the last days, by the age of the accounts. The look is written down. */
export async function lookAtVolume(context: OperatorContext, by: OperatorName): Promise<VolumeDay[]> {
  const days = await readMailVolume(context);
  await recordLook(context, { by, act: 'volume_seen' });
  return days;
}

/** How our domains and certificates stand. The look is written down. */
export async function lookAtHealth(
  context: OperatorContext,
  by: OperatorName,
): ReturnType<OperatorTools['checkHealth']> {
  const health = await context.checkHealth();
  await recordLook(context, { by, act: 'health_seen' });
  return health;
}

/** What other mail servers report of our domains. The look is written down. */
export async function lookAtMailReports(context: OperatorContext, by: OperatorName): Promise<OperatorReports> {
  const reports = await readAllReports(context);
  await recordLook(context, { by, act: 'mail_reports_seen' });
  return reports;
}
