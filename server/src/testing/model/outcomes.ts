/** Counts that something came about, by its name. */
export function recordOutcome({ outcomes }: { outcomes: Map<string, number> }, what: string): void {
  outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
}
