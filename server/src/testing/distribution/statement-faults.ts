/** Statements of the product that a cluster could not execute and that no test has failed for yet. */
const faults = new Set<string>()

/** Lets the running test fail once it has ended (tools/vitest-setup.ts). */
export function reportStatementFault(fault: string): void {
  faults.add(fault)
}

/** Returns the faults that were reported since the last call. */
export function takeStatementFaults(): string[] {
  const taken = [...faults]
  faults.clear()
  return taken
}
