import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses the words and options of a command line; null when an option is unknown or has no value. */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    return { words: positionals, values }
  } catch {
    return null
  }
}

/** Parses a number of at least 1; null for anything else. */
export const parseCount = (text: string): number | null => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : null)

/** Returns lines with a column for each cell, wide enough for its longest text, at most `maxWidth`; the last one as it is. */
export function formatTable(rows: readonly (readonly string[])[], maxWidth = 50): string[] {
  const widths = rows[0]!.map((_, column) =>
    Math.min(maxWidth, Math.max(...rows.map(row => row[column]!.length))),
  )
  return rows.map(row =>
    row
      .map((text, column) => (column < row.length - 1 ? text.padEnd(widths[column]!) : text))
      .join('  ')
      .trimEnd(),
  )
}

/** Formats a duration by its two largest units: '9 s', '14 min', '2 h 11 min', '3 d 4 h'. */
export function formatSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes === 0) return `${Math.max(0, Math.floor(seconds))} s`
  if (hours === 0) return `${minutes} min`
  const days = Math.floor(hours / 24)
  if (days === 0) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`
  return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`
}
