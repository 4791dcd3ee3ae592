/** Differences between answers of test servers and the OpenAPI document that no test has failed for yet. */
const faults = new Set<string>()

/** Lets the running test fail once it has ended (tools/vitest-setup.ts). */
export function reportAnswerFault(fault: string): void {
  faults.add(fault)
}

/** Returns the faults that were reported since the last call. */
export function takeAnswerFaults(): string[] {
  const taken = [...faults]
  faults.clear()
  return taken
}
