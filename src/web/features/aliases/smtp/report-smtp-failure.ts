import { reportFailure } from '#web/lib/report-failure.ts';

export const reportSmtpFailure = (error: unknown, fallback: string): void => reportFailure(error, 'Error', fallback);
