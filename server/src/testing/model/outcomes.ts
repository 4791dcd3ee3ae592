/** Counts an occurrence of a named outcome. */
export function recordOutcome({ outcomes }: { outcomes: Map<string, number> }, name: string): void {
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
}
