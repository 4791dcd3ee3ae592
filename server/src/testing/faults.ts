/** Faults of test servers that no assertion covers and no test has failed for yet. */
const faults = new Set<string>()

/** Fails the running test at its end (tools/vitest-setup.ts). */
export function reportFault(fault: string): void {
  faults.add(fault)
}

/** Returns the faults that were reported since the last call. */
export function drainFaults(): string[] {
  const reportedFaults = [...faults]
  faults.clear()
  return reportedFaults
}
