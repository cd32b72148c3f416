import { Fragment, type ReactNode } from 'react';

/** A name that may break behind what parts its words. */
export function Breakable({ text }: { text: string }) {
  const [first = '', ...more] = text.split(/(?<=[.+_-])/u);
  return (
    <>
      {first}
      {more.map((part, index) => (
        <Fragment key={index}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </>
  );
}

/** An address that may break, best before its `@`, else between words of its name. */
export function EmailText({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className="wrap-anywhere">
      {at > 0 ? (
        <>
          <Breakable text={address.slice(0, at)} />
          <wbr />
          {address.slice(at)}
        </>
      ) : (
        address
      )}
    </span>
  );
}

/**
 * An address whose two halves each stay in one piece as long as a line has room for it. Some that read pages aloud pause between them: for
 * what has a name of its own.
 */
export function AddressHalves({ address }: { address: string }) {
  const at = address.lastIndexOf('@');
  return (
    <span className="wrap-anywhere *:inline-block *:max-w-full">
      <span>
        <Breakable text={address.slice(0, at)} />
      </span>
      <span>{address.slice(at)}</span>
    </span>
  );
}

/** Words with addresses among them: each of these goes to the next line in one piece, and breaks only where a line is too short for it. */
export function WithAddresses({ children }: { children: ReactNode }) {
  if (typeof children !== 'string') return children;
  return children.split(/([^\s,]+@[^\s,]+,?)/u).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="inline-block max-w-full">
        <EmailText address={part} />
      </span>
    ),
  );
}
