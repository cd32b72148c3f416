import { reportFailure } from '#web/lib/report-failure.ts';

export function reportSmtpFailure(error: unknown, fallback: string): void {
  reportFailure(error, 'Error', fallback);
}
