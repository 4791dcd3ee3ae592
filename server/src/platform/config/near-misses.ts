/**
 * Finds the setting that an unknown variable was probably meant to be, such as SECRET for SECERT or TRUSTED_PROXIES for
 * TRUSTED_PROXY; null for a variable that resembles none, which is another program's. Names below six letters (PORT, HOST)
 * resemble too many words.
 */
export function findNearMiss(variable: string, settings: readonly string[]): string | null {
  const name = toSingular(variable.toUpperCase())
  return (
    settings.find(
      setting =>
        setting.length >= 6 &&
        Math.abs(toSingular(setting).length - name.length) <= 2 &&
        countEdits(name, toSingular(setting)) <= (setting.length < 10 ? 1 : 2),
    ) ?? null
  )
}

const toSingular = (name: string) => name.replace(/IES$/, 'Y')

/** Insertions, deletions, substitutions and swaps of neighbours between two texts (optimal string alignment). */
function countEdits(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          rows[i - 1]![j]! + 1,
          row[j - 1]! + 1,
          substitution,
          isSwap ? rows[i - 2]![j - 2]! + 1 : substitution,
        ),
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
