/** A plain letter, drawn like the other icons. */
export function GoogleMark({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      className={className}
    >
      <path d="M18.4 5.6A9 9 0 1 0 21 12h-8" />
    </svg>
  );
}
