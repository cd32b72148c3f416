import { Link } from 'react-router';
import { LegalPage, PrivacyContact } from '#web/features/legal/legal-page.tsx';
import type { LegalFacts } from '#web/features/legal/legal-facts.ts';

export function PrivacyPage() {
  return (
    <LegalPage title="Privacy Policy" intro="What we keep, what we do not, and why.">
      {(facts) => (
        <>
          <p>
            This service is run by {facts.operatorName} in {facts.operatorCountry} and operated under {facts.law}. It is
            built so that this page can be short.
          </p>
          <ZeroLogs facts={facts} />
          <StoredData facts={facts} />
          <h2>What we do not keep</h2>
          <ul>
            <li>No messages, subjects, senders or attachments.</li>
            <li>
              No OAuth tokens: when you sign in with Google, we read who you are once and keep no key to your account.
            </li>
            <li>
              No IP addresses. Limits against abuse count keyed hashes of them and forget them when their time is over.
            </li>
            <li>No profile of what you do. There are no advertisements and no trackers.</li>
          </ul>
          <h2>Who helps us</h2>
          <p>{describeForwarding(facts)}</p>
          <p>{describeDatabase(facts)}</p>
          <p>If you sign in with Google, Google learns that you use this service. We sell data to nobody.</p>
          <h2>Your control</h2>
          <p>
            You can export all that is stored about you at any time, change or delete every alias, and delete your
            account. Deleting it removes your aliases, your profile and your authentication data. What remains is a
            keyed hash of each address that was in use: it names nobody, and keeps anyone else from taking over an
            address that people still write to.
          </p>
          <p>
            How long other data is kept, and what rights you have, stands on the <Link to="/gdpr">GDPR page</Link>.
          </p>
          <h2>Children</h2>
          <p>You must be at least {facts.minimumAge} years old to use this service.</p>
          <h2>Changes and contact</h2>
          <p>
            When this policy changes, this page does, with a new date above. Write to <PrivacyContact facts={facts} />{' '}
            about anything here.
          </p>
        </>
      )}
    </LegalPage>
  );
}

function ZeroLogs({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <h2>Zero logs of your mail</h2>
      {facts.forwarder === null ? (
        <p>
          We keep no email activity logs: not who wrote to an alias, not when, not about what. We collect nothing of the
          content we forward. On its normal way no part of a message touches a disk. A message whose destination does
          not answer waits encrypted for four days at most, and is erased once it is delivered or given up.
        </p>
      ) : (
        <p>
          We keep no email activity logs. {facts.forwarderLogs} Only mail to an alias that is paused comes to us, and we
          drop it without keeping any of it.
        </p>
      )}
    </>
  );
}

function StoredData({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <h2>What we keep</h2>
      <ul>
        <li>
          <strong>Account information.</strong> Your email and a hash of your password if you sign in that way; your
          wallet address if you sign in with a wallet; an identifier and your verified email if you sign in with Google.
        </li>
        <li>
          <strong>Aliases.</strong> Their names, your notes and whether they are on. The addresses they forward to are
          encrypted.
        </li>
        <li>
          <strong>API keys.</strong> A hash of each, the name you gave it and the day of its last use.
        </li>
        {facts.forwarder === null && (
          <li>
            <strong>Reply addresses.</strong> So that you can answer as an alias, each correspondent gets an address of
            ours. What it stands for is encrypted with that very address, so that we cannot list whom you write with.
          </li>
        )}
        <li>
          <strong>Basic usage statistics.</strong> The number of aliases and their creation dates, and daily counts of
          page views and events by name, with nothing about who.
        </li>
        <li>
          <strong>Technical and security logs.</strong> That a request was made, to which route, and whether it worked.
          No address and no content.
        </li>
      </ul>
    </>
  );
}

function describeForwarding({ forwarder }: LegalFacts): string {
  return forwarder === null
    ? 'Mail is received, signed and forwarded by this service itself. No third-party forwarding provider sees it.'
    : `Forwarding runs through ${forwarder}, which handles messages on their way. It is told each alias and where its mail goes.`;
}

function describeDatabase({ hostedDatabase }: LegalFacts): string {
  return hostedDatabase
    ? 'The database is hosted by a third-party provider, with encryption at rest. Addresses and secrets in it are ' +
        'encrypted by us before they get there.'
    : 'The database runs with this service itself, at no provider. Addresses and secrets in it are encrypted.';
}
