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
