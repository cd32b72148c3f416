import { confirmationToken } from '#support/running-service.ts';
import type { Person, Place } from './calls.ts';
import { ask, type Question, type Reply } from './clients/ask.ts';
import type { Receiver } from './receiver.ts';

const password = 'quiet rivers run deep';
const mailTimeoutMs = 10_000;

export interface PersonOptions {
  readonly place: Place;
  /** Where all mail goes. */
  readonly receiver: Receiver;
  readonly email: string;
  /** The network it comes from; another for each. */
  readonly number: number;
}

/** The latest question whether an inbox agrees. @throws Error when there is none in time */
function awaitQuestion({ messages, wait }: Receiver, email: string): Promise<string> {
  return wait(() => {
    const asked = messages.filter(({ rcptTo }) => rcptTo.includes(email));
    return asked.map(({ raw }) => confirmationToken(raw)).findLast((token) => token !== '');
  }, mailTimeoutMs);
}

/** Signs up, makes an alias to its own inbox, confirms that, and may send by mail program. @throws Error when it cannot */
export async function makePerson({ place, receiver, email, number }: PersonOptions): Promise<Person> {
  let cookie = '';
  const send = async (question: Question, status: number): Promise<Reply> => {
    const headers = { cookie };
    const reply = await ask(place.webUrl, { ...question, headers, forwardedFor: `192.0.${number}.1` });
    if (reply.status !== status) throw new Error(`${question.path}: ${reply.status} ${reply.text}`);
    return reply;
  };
  const post = (path: string, body: unknown, status = 201) => send({ method: 'POST', path, body }, status);

  const registered = await post('/api/auth/register', { email, password });
  ({ cookie } = registered);
  const { user } = JSON.parse(registered.text) as { user: { id: string } };
  const [local = ''] = email.split('@');
  const made = await post(`/api/aliases/${user.id}`, { alias: `by-${local}`, domain: 'kauke.test', forwardTo: email });
  const { alias } = JSON.parse(made.text) as { alias: { id: string } };
  await post('/api/targets/confirm', { token: await awaitQuestion(receiver, email) }, 200);
  const allowed = await post('/api/smtp-credentials', { aliasId: alias.id });
  const { credential } = JSON.parse(allowed.text) as { credential: { password: string } };
  return {
    email,
    password,
    userId: user.id,
    cookie,
    aliasId: alias.id,
    alias: `by-${local}@kauke.test`,
    smtpPassword: credential.password,
  };
}
