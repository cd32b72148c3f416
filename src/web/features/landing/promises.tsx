import { promiseMessages } from '#messages/pages/landing/promises.ts';
import { besideProvider, underProvider } from '#web/lib/page-facts.ts';
import { Link } from '#web/lib/router/link.tsx';

const linkClasses = 'font-semibold underline underline-offset-4';

/** The promises, each with what proves it and where it ends. */
export function Promises() {
  return (
    <section aria-labelledby="promises" className="border-t border-line py-16 sm:py-24">
      <h2 id="promises" className="text-title font-semibold">
        {promiseMessages.title}
      </h2>
      <p className="mt-2 max-w-[60ch] text-soft">{promiseMessages.intro}</p>
      <p className={`mt-6 max-w-[60ch] rounded-box bg-amber-wash p-4 ${underProvider}`}>{promiseMessages.elsewhere}</p>
      <ul className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-2">
        {promiseMessages.mail.map((promise) => (
          <PromiseItem key={promise.title} promise={promise} className={besideProvider} />
        ))}
        {promiseMessages.other.map((promise) => (
          <PromiseItem key={promise.title} promise={promise} />
        ))}
        <li className="border-t-2 border-amber pt-5">
          <h3 className="text-lead font-semibold">{promiseMessages.host}</h3>
          <p className="mt-2 text-soft">{promiseMessages.hostText}</p>
          <pre className="mt-4 overflow-x-auto rounded-box border border-line bg-sheet px-4 py-3 text-small">
            <code>{promiseMessages.command}</code>
          </pre>
          <p className="mt-3 text-small">
            <Link to="/docs/self-hosting" className={linkClasses}>
              {promiseMessages.hostGuide}
            </Link>
          </p>
        </li>
      </ul>
    </section>
  );
}

interface PromiseItemProps {
  promise: (typeof promiseMessages.mail)[number];
  className?: string;
}

function PromiseItem({ promise: { title, text, test, guide, not }, className = '' }: PromiseItemProps) {
  const [path, words] = guide;
  return (
    <li className={`border-t-2 border-amber pt-5 ${className}`}>
      <h3 className="text-lead font-semibold">{title}</h3>
      <p className="mt-2 text-soft">{text}</p>
      <p className="mt-3 text-small wrap-anywhere">
        {promiseMessages.proof} <code>{test}</code>{' '}
        <Link to={path} className={linkClasses}>
          {words}
        </Link>
      </p>
      <p className="mt-2 text-small text-soft">
        <strong className="font-semibold">{promiseMessages.not}</strong> {not}
      </p>
    </li>
  );
}
