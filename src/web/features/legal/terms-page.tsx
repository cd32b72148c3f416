import { Link } from 'react-router';
import { LegalPage, PrivacyContact } from '#web/features/legal/legal-page.tsx';

export function TermsPage() {
  return (
    <LegalPage title="Terms of Service" intro="What you may expect from us, and we from you.">
      {(facts) => (
        <>
          <h2>The service</h2>
          <p>
            {facts.operatorName} provides email aliases: addresses on our domains whose mail is forwarded to inboxes and
            webhooks that you name. It is free of charge. By using it you agree to these terms.
          </p>
          <h2>Who may use it</h2>
          <p>
            You must be at least {facts.minimumAge} years old. You are responsible for your account: keep your password,
            wallet and recovery codes to yourself.
          </p>
          <NotAllowed />
          <h2>Aliases and domains</h2>
          <p>
            An alias is yours to use, not to own. Domains may become unavailable at any time, without liability on our
            side. Do not make an alias the only way back into something you cannot lose. An address that was once in use
            is given to nobody else.
          </p>
          <h2>No promise of delivery</h2>
          <p>
            We do our best that mail arrives, and tell its sender or you when it does not. But the service is provided
            as it is, without warranty of any kind: mail may be late, be taken for spam by its destination, or be
            refused by it.
          </p>
          <h2>Liability</h2>
          <p>
            As far as the law allows, our liability for anything that follows from using this service, or from not being
            able to, is capped at {facts.liabilityCap}. Nothing here limits liability that the law does not let us
            limit.
          </p>
          <h2>Your data</h2>
          <p>
            The <Link to="/privacy">Privacy Policy</Link> and the <Link to="/gdpr">GDPR page</Link> say what we keep.
            You can export your data at any time.
          </p>
          <h2>Ending it</h2>
          <p>
            You can delete your account whenever you like, on the dashboard. That removes your aliases, profile and
            authentication data, and cannot be undone. We may end the service with notice on this site.
          </p>
          <h2>Law, changes and contact</h2>
          <p>
            These terms are under the law of {facts.operatorCountry}. When they change, the date above does; whoever
            goes on using the service agrees to the new ones. Questions go to <PrivacyContact facts={facts} />.
          </p>
        </>
      )}
    </LegalPage>
  );
}

function NotAllowed() {
  return (
    <>
      <h2>What is not allowed</h2>
      <ul>
        <li>Sending spam, malware, fraud or threats from an alias, or signing up others for mail they did not want.</li>
        <li>Pretending to be another person, a company, a bank or an authority.</li>
        <li>Breaking the law, or helping others to.</li>
        <li>Getting around the limits of the service, or disturbing it for others.</li>
        <li>Forwarding to inboxes that are not yours and did not agree.</li>
      </ul>
      <p>We may pause or close accounts that do, without notice where the harm is urgent.</p>
    </>
  );
}
