import { createAliasResponseSchema, contactResponseSchema, newCredentialResponseSchema } from '#contract/aliases.ts';
import type { Visitor } from '#support/api.ts';
import { signUpAt } from '#support/program.ts';
import type { Entrance } from './crash-message.ts';
import { bouncingInbox, refusingInbox } from './crash-sink.ts';

interface Alias {
  readonly id: string;
  readonly address: string;
  readonly targets: readonly string[];
}

/** An owner's inbox with what they answer to, by one alias. */
export interface Conversation {
  readonly inbox: string;
  readonly reverseAddresses: readonly string[];
  /** Whom these stand for. */
  readonly correspondents: readonly string[];
}

/** What a mail program signs in with. */
export interface Login {
  readonly username: string;
  readonly password: string;
}

/** Everything the test writes to or as. */
export interface CrashAccount {
  readonly forwarding: readonly Alias[];
  readonly posting: readonly Alias[];
  readonly conversations: readonly Conversation[];
  /** Its only inbox refuses everything for good. */
  readonly refusing: Alias;
  /** Its only inbox takes everything and bounces it. */
  readonly bouncing: Alias;
  readonly logins: ReadonlyMap<Entrance, Login>;
}

/** The domain of the inboxes that owners write from; its mail is signed. */
export const officeDomain = 'office.example';

const numbers = [0, 1, 2, 3];

async function ask(visitor: Visitor, path: string, input: unknown): Promise<unknown> {
  const { status, body } = await visitor.send('POST', path, input);
  if (status !== 201) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Makes the account over HTTP, as people do. `urls`: webhooks, one for each alias that posts. */
export async function createCrashAccount(webUrl: string, urls: readonly string[]): Promise<CrashAccount> {
  const { userId, visitor } = await signUpAt({ webUrl }, 'owner@home.example');

  const addAlias = async (name: string, targets: readonly string[]): Promise<Alias> => {
    const wanted = { alias: name, domain: 'kauke.test', forwardTo: targets.join(',') };
    const { alias } = createAliasResponseSchema.parse(await ask(visitor, `/api/aliases/${userId}`, wanted));
    return { id: alias.id, address: `${name}@kauke.test`, targets };
  };
  const addConversation = async (number: number): Promise<Conversation> => {
    const inbox = `ann${number}@${officeDomain}`;
    const { id } = await addAlias(`answers${number}`, [inbox]);
    const correspondents = [`carol${number}@other.example`, `dan${number}@another.example`];
    const reverseAddresses: string[] = [];
    for (const address of correspondents) {
      const { contact } = contactResponseSchema.parse(await ask(visitor, `/api/aliases/${id}/contacts`, { address }));
      reverseAddresses.push(contact.reverseAddress);
    }
    return { inbox, reverseAddresses, correspondents };
  };
  const addLogin = async (entrance: Entrance): Promise<[Entrance, Login]> => {
    const { id: aliasId } = await addAlias(`by-${entrance}`, ['ann@inbox.example']);
    const made = newCredentialResponseSchema.parse(await ask(visitor, '/api/smtp-credentials', { aliasId }));
    return [entrance, made.credential];
  };

  return {
    forwarding: await Promise.all(
      numbers.map((number) => addAlias(`forwards${number}`, [`a${number}@inbox.example`, `b${number}@inbox.example`])),
    ),
    posting: await Promise.all(
      urls.map((url, number) => addAlias(`posts${number}`, [url, `hook${number}@inbox.example`])),
    ),
    conversations: await Promise.all([0, 1].map(addConversation)),
    refusing: await addAlias('to-full', [refusingInbox]),
    bouncing: await addAlias('to-gone', [bouncingInbox]),
    logins: new Map(await Promise.all((['submission', 'submissions'] as const).map(addLogin))),
  };
}
