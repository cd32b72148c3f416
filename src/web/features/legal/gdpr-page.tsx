import { LegalPage, PrivacyContact } from '#web/features/legal/legal-page.tsx';
import type { LegalFacts } from '#web/features/legal/legal-facts.ts';

export function GdprPage() {
  return (
    <LegalPage title="GDPR" intro="The General Data Protection Regulation, and what it means here.">
      {(facts) => (
        <>
          <h2>Our Commitment to GDPR</h2>
          <p>
            {facts.operatorName} runs this service in {facts.operatorCountry} under {facts.law}. We hold as little
            personal data as forwarding allows, protect it, and make it easy to see, to take along and to delete.
          </p>
          <Rights />
          <LegalBasis />
          <Security facts={facts} />
          <h2>International Data Transfers</h2>
          <p>
            Mail goes where you send it, and that may be outside the European Economic Area. Where we ourselves hand
            personal data to a country outside it, we rely on standard contractual clauses, on adequacy decisions of the
            European Commission, on other appropriate safeguards, or on your explicit consent.
          </p>
          <Retention facts={facts} />
          <Cookies />
          <h2>Exercising Your Rights</h2>
          <p>
            Most of it you can do yourself: change your data in the settings, export it, delete aliases or the whole
            account. For the rest write to <PrivacyContact facts={facts} />. We answer within {facts.rightsDays} days
            and may ask for proof that the account is yours.
          </p>
          <h2>Data Protection Officer</h2>
          <p>
            The law requires none of us, as we do not process personal data on a large scale in the sense of Article 37.
            A privacy team is designated and reads the contact below.
          </p>
          <h2>Supervisory Authority</h2>
          <p>You may complain to {facts.authority}, or to the authority of the country you live or work in.</p>
          <h2>Updates</h2>
          <p>When this page changes, so does the date at its top.</p>
          <h2>Contact</h2>
          <p>
            {facts.operatorName}, <PrivacyContact facts={facts} />
          </p>
        </>
      )}
    </LegalPage>
  );
}

function Rights() {
  return (
    <>
      <h2>Your GDPR Rights</h2>
      <ul>
        <li>
          <strong>Information.</strong> To know what is done with your data. That is what this page is for.
        </li>
        <li>
          <strong>Access.</strong> To see what we hold about you. The export in your settings has all of it.
        </li>
        <li>
          <strong>Rectification.</strong> To have wrong data corrected.
        </li>
        <li>
          <strong>Erasure.</strong> To have your data deleted.
        </li>
        <li>
          <strong>Restriction.</strong> To have its use limited while a question is open. Pausing an alias stops its
          mail.
        </li>
        <li>
          <strong>Portability.</strong> To take your data along, as JSON or CSV.
        </li>
        <li>
          <strong>Objection.</strong> To object to a use that rests on our legitimate interest.
        </li>
      </ul>
    </>
  );
}

function LegalBasis() {
  return (
    <>
      <h2>Data Processing Legal Basis</h2>
      <ul>
        <li>
          <strong>Contract performance.</strong> Account, aliases and forwarding: without them there is no service.
        </li>
        <li>
          <strong>Legitimate interest.</strong> Counting how much the service is used, without counting who.
        </li>
        <li>
          <strong>Consent.</strong> Forwarding to an inbox begins when its owner agrees, and ends when they say so.
        </li>
        <li>
          <strong>Service security.</strong> Limits against abuse, and keeping addresses that were in use from being
          taken over.
        </li>
      </ul>
    </>
  );
}

function Security({ facts }: { facts: LegalFacts }) {
  return (
    <>
      <h2>Data Security Measures</h2>
      <ul>
        <li>
          {facts.forwarder === null
            ? 'Emails, wallet addresses, Google identifiers, forwarding targets and waiting mail'
            : 'Emails, wallet addresses, Google identifiers and forwarding targets in our database'}{' '}
          are encrypted with AES-256-GCM.
        </li>
        <li>Passwords are hashed with Argon2id. A second factor is available.</li>
        <li>
          {facts.forwarder === null ? 'Connections use TLS. Mail is signed with DKIM.' : 'Connections to us use TLS.'}
        </li>
        <li>No OAuth tokens are kept, and no log of ours holds an address, a subject or a message.</li>
        <li>
          {facts.hostedDatabase
            ? 'The database is hosted by a provider that encrypts it at rest.'
            : 'The database runs with the service itself, at no provider.'}
        </li>
      </ul>
    </>
  );
}

function Retention({ facts }: { facts: LegalFacts }) {
  const { accountAfterDeletion, technicalLogs } = facts.gdprRetention;
  return (
    <>
      <h2>Data Retention</h2>
      <ul>
        <li>Account data is kept while the account is active, plus {accountAfterDeletion} days after deletion.</li>
        <li>Aliases are deleted immediately on account closure or alias removal.</li>
        <li>Technical logs are kept {technicalLogs} days.</li>
        <li>
          {facts.forwarder === null
            ? 'There are no email activity logs.'
            : `We keep no email activity logs. ${facts.forwarderLogs}`}
        </li>
      </ul>
      <p>
        Our software keeps to the stricter of this and the transparency report. Two things stay after that, and name
        nobody: a keyed hash of each address that was in use, so that no stranger gets the mail meant for it, and daily
        counts of page views and events.
      </p>
    </>
  );
}

function Cookies() {
  return (
    <>
      <h2>Cookie Policy</h2>
      <ul>
        <li>
          <strong>Essential.</strong> One cookie keeps you signed in; another, for some minutes, belongs to signing in
          with a wallet or with Google.
        </li>
        <li>
          <strong>Analytics.</strong> Cookies for analytics would need your consent. We set none: our counts need no
          cookie, and nothing is counted if your browser asks us not to.
        </li>
        <li>
          <strong>Preferences.</strong> Your choice of theme is kept in your browser and never sent.
        </li>
      </ul>
      <p>
        Cookies are managed in your browser, or in a cookie banner where a site needs one. Nothing here needs your
        consent, so there is no banner.
      </p>
    </>
  );
}
