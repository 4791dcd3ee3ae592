/** Counts that something came about, by its name. */
export function note({ happened }: { happened: Map<string, number> }, what: string): void {
  happened.set(what, (happened.get(what) ?? 0) + 1)
}
