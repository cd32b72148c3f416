import { requestMessages } from '#messages/requests.ts';
import { explain, RequestError } from '#web/lib/request.ts';
import { showToast } from '#web/lib/toast.ts';

function describeRateLimit({ message, body }: RequestError): string {
  return body.resetTime === undefined
    ? message
    : requestMessages.rateLimitedUntil(message, new Date(body.resetTime).toLocaleTimeString());
}

/** What is wrong with a field, where there is no place beside it. */
function describeField(error: unknown): string | undefined {
  return error instanceof RequestError ? Object.values(error.fieldErrors ?? {}).flat()[0] : undefined;
}

/** Tells in a toast why something failed: in the server's words where it gave some, else in `fallback`. */
export function reportFailure(error: unknown, title: string, fallback: string): void {
  if (error instanceof RequestError && error.body.rateLimited) {
    showToast({ title: requestMessages.rateLimited, description: describeRateLimit(error), tone: 'destructive' });
  } else {
    showToast({ title, description: describeField(error) ?? explain(error, fallback), tone: 'destructive' });
  }
}
