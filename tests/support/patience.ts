/**
 * How long tests wait before they call it a fault, in milliseconds: the one place for it. A test that passes never waits that
 * long; what is slow here is the machine, not the program.
 */
export const patience = {
  /** For a state that something comes to by itself. */
  pollMs: 60_000,
  /** For a test or a hook as a whole. */
  testMs: 180_000,
  /** For a test of whole programs that start, stop and are killed several times. */
  programMs: 600_000,
} as const;
