import type { VariableName } from '#config/variables.ts';

/** The settings so far: texts by the names of their variables. */
export type Answers = Readonly<Record<string, string>>;

/** One thing that an installation needs to be told. */
export interface Question {
  readonly flag: string;
  readonly variable: VariableName;
  readonly text: string;
  /** The word that leaves the variable out. */
  readonly without?: string;
  /** Nobody else can be asked. */
  readonly rootOnly?: true;
  /** What holds when nothing is answered; without it there must be an answer. */
  readonly otherwise?: (answers: Answers) => string;
}

export function firstDomain(answers: Answers): string {
  return (answers['MAIL_DOMAINS'] ?? '').split(',')[0]?.trim() ?? '';
}

/** In the order in which they are asked: later ones have defaults that follow earlier ones. */
export const questions: readonly Question[] = [
  {
    flag: 'domain',
    variable: 'MAIL_DOMAINS',
    text: 'The domain of your aliases, such as mask.example; several with commas',
  },
  {
    flag: 'host',
    variable: 'MAIL_HOSTNAME',
    text: 'The host name of this machine for mail',
    otherwise: (answers) => `mx.${firstDomain(answers)}`,
  },
  {
    flag: 'web',
    variable: 'PUBLIC_URL',
    text: 'The address of the web app; choose it once, passkeys are bound to it',
    otherwise: (answers) => `https://${firstDomain(answers)}`,
  },
  {
    flag: 'mail',
    variable: 'OPERATOR_EMAIL',
    text: 'Your own mailbox on another domain; it gets the mail to postmaster and abuse',
  },
  {
    flag: 'name',
    variable: 'OPERATOR_NAME',
    text: 'Your name or that of your firm, for the legal pages',
  },
  {
    flag: 'country',
    variable: 'OPERATOR_COUNTRY',
    text: 'The country whose law you are under, for the legal pages',
  },
  {
    flag: 'registration',
    variable: 'REGISTRATION',
    text: 'Who may open an account: invite, open, approve or closed',
    otherwise: () => 'invite',
  },
  {
    flag: 'way-out',
    variable: 'SMARTHOST_URL',
    text: 'How mail leaves: direct, by port 25, or through a server: smtp://user:password@host:port',
    without: 'direct',
    otherwise: () => 'direct',
  },
  {
    flag: 'rspamd',
    variable: 'RSPAMD_URL',
    text: 'An Rspamd that is asked about each message, such as http://127.0.0.1:11333, or none',
    without: 'none',
    otherwise: () => 'none',
  },
  {
    flag: 'block-lists',
    variable: 'DNSBL_ZONES',
    text: 'DNS block lists, such as zen.spamhaus.org, or none; without one or an Rspamd, spam that you forward counts against your address',
    without: 'none',
    otherwise: () => 'none',
  },
  {
    flag: 'user',
    variable: 'RUN_AS',
    text: 'The user of this machine that runs the program, such as kauke, which is made if there is none; or none, then root does',
    without: 'none',
    rootOnly: true,
    otherwise: () => 'none',
  },
  {
    flag: 'certificates',
    variable: 'ACME_EMAIL',
    text: "Your mailbox for Let's Encrypt, whose certificates Kauke then gets and renews, and whose terms you agree to by it; or none",
    without: 'none',
    otherwise: () => 'none',
  },
];
