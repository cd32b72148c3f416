/** The mark: a mask of two plain shapes. The same paths stand in public/favicon.svg. */
export function Mark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path
        className="fill-ink"
        fillRule="evenodd"
        d="M15 7C11.5 4.5 6.5 3.5 2 4.5 1.5 15 4.5 25 15 29.5ZM4.5 12.5c2.5-2 6.5-1 8 2.5-3 1.5-7 1-8-2.5Z"
      />
      <path
        className="fill-amber"
        fillRule="evenodd"
        d="M17 7c3.5-2.5 8.5-3.5 13-2.5C30.5 15 27.5 25 17 29.5ZM27.5 12.5c-2.5-2-6.5-1-8 2.5 3 1.5 7 1 8-2.5Z"
      />
    </svg>
  );
}
