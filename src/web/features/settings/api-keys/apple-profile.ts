/** An account of Apple's Mail: mail comes from the owner's own inbox, and leaves as an alias. */
export interface AppleAccount {
  /** The alias. */
  readonly sender: string;
  /** Where the inbox is read, by IMAP with TLS from the first octet. */
  readonly incoming: { readonly host: string; readonly username: string };
  /** TLS from the first octet. */
  readonly outgoing: { readonly host: string; readonly port: number; readonly username: string };
}

const imapsPort = 993;
const idOctets = 16;

/** What XML 1.0 cannot hold, however it is written. */
const unwritable = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function writeText(text: string): string {
  return text.replaceAll(unwritable, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

type Value = string | number | boolean | readonly Dictionary[];
interface Dictionary {
  readonly [key: string]: Value;
}

function writeValue(value: Value): string {
  if (typeof value === 'boolean') return `<${value}/>`;
  if (typeof value === 'number') return `<integer>${value}</integer>`;
  if (typeof value === 'string') return `<string>${writeText(value)}</string>`;
  return `<array>\n${value.map(writeDictionary).join('\n')}\n</array>`;
}

function writeDictionary(entries: Dictionary): string {
  const lines = Object.entries(entries).map(([key, value]) => `<key>${key}</key>${writeValue(value)}`);
  return ['<dict>', ...lines, '</dict>'].join('\n');
}

/** A random UUID. The browser's own is there behind https alone. */
function makeId(): string {
  const octets = crypto.getRandomValues(new Uint8Array(idOctets));
  const hex = [...octets].map((octet) => octet.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/u, '$1-$2-4$3-8$4-$5').toUpperCase();
}

/**
 * A profile of configuration (.mobileconfig) with one payload of `com.apple.mail.managed`, as Apple's "Device Management" describes it.
 * It holds no password: the device asks for both, and a file that lies about in _Downloads_ opens nothing. The same account again
 * replaces the one before, as its identifiers stay.
 */
export function writeAppleProfile({ sender, incoming, outgoing }: AppleAccount, newId: () => string = makeId): string {
  const identifier = `kauke.${outgoing.username}.${sender}`;
  const account = {
    PayloadType: 'com.apple.mail.managed',
    PayloadVersion: 1,
    PayloadIdentifier: `${identifier}.mail`,
    PayloadUUID: newId(),
    PayloadDisplayName: sender,
    EmailAccountDescription: sender,
    // Where it is missing, Mail may sign with the name of whoever uses the device.
    EmailAccountName: sender,
    EmailAccountType: 'EmailTypeIMAP',
    EmailAddress: sender,
    IncomingMailServerAuthentication: 'EmailAuthPassword',
    IncomingMailServerHostName: incoming.host,
    IncomingMailServerPortNumber: imapsPort,
    IncomingMailServerUseSSL: true,
    IncomingMailServerUsername: incoming.username,
    OutgoingMailServerAuthentication: 'EmailAuthPassword',
    OutgoingMailServerHostName: outgoing.host,
    OutgoingMailServerPortNumber: outgoing.port,
    OutgoingMailServerUseSSL: true,
    OutgoingMailServerUsername: outgoing.username,
    OutgoingPasswordSameAsIncomingPassword: false,
  };
  const profile = writeDictionary({
    PayloadType: 'Configuration',
    PayloadVersion: 1,
    PayloadIdentifier: identifier,
    PayloadUUID: newId(),
    PayloadDisplayName: sender,
    PayloadContent: [account],
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0">',
    profile,
    '</plist>',
    '',
  ].join('\n');
}
