/** What test servers did wrong beside what a test asserts, and no test has failed for yet. */
const faults = new Set<string>()

/** Lets the running test fail once it has ended (tools/vitest-setup.ts); the fault says what it is about. */
export function reportFault(fault: string): void {
  faults.add(fault)
}

/** Returns the faults that were reported since the last call. */
export function takeFaults(): string[] {
  const taken = [...faults]
  faults.clear()
  return taken
}
