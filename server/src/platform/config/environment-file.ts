/** A setting of an environment file, and the number of its line. */
export interface FileSetting {
  value: string
  line: number
}

/** A line of an environment file is not valid, or is read differently by a shell, systemd and compose. */
export class EnvironmentFileError extends Error {
  override name = 'EnvironmentFileError'
}

/**
 * Parses an environment file: lines NAME=value, comments that begin with '#', and empty lines. Accepts only what a shell
 * that sources the file, systemd (EnvironmentFile) and compose (env_file) read as the same value, and throws
 * EnvironmentFileError with the number of the first other line. Values are plain, in single quotes, or in double quotes
 * with the escapes \\, \" and \$ (docs/operations.md).
 */
export function parseEnvironmentFile(text: string): Map<string, FileSetting> {
  const settings = new Map<string, FileSetting>()
  for (const [index, content] of text.split('\n').entries()) {
    const line = index + 1
    const fail = (reason: string): never => {
      throw new EnvironmentFileError(`line ${line} ${reason}`)
    }
    if (/^[ \t]*$/.test(content)) continue
    if (/^[ \t]*#/.test(content)) {
      if (content.endsWith('\\'))
        fail('is a comment that ends with a backslash, which continues it in systemd')
      continue
    }
    // The tab is the only control character that all readers agree on.
    if (/[^\P{Cc}\t]/u.test(content))
      fail('contains a control character, such as the carriage return of another system')
    const [, name, text] =
      /^[ \t]*([A-Za-z_][A-Za-z0-9_]*)=(.*?)[ \t]*$/.exec(content) ?? fail('is not NAME=value')
    const earlier = settings.get(name!)
    if (earlier) fail(`sets ${name} again, after line ${earlier.line}`)
    settings.set(name!, { value: parseValue(text!) ?? fail(`(${name}) ${REMEDY}`), line })
  }
  return settings
}

const REMEDY =
  "has a value that a shell, systemd and compose read differently: put it in single quotes; if it contains ' or \\, in double " +
  'quotes, with a backslash before each ", \\ and $'

/** Characters that have no meaning to any of the readers outside of quotes. */
const PLAIN = /^[\w./:@%+,=?*^!{}[\]-]*$/
const SINGLE_QUOTED = /^'([^'\\]*)'$/
const DOUBLE_QUOTED = /^"((?:[^"\\$`]|\\["\\$])*)"$/

/** Returns the value that all readers see, or null when they differ. */
function parseValue(text: string): string | null {
  if (PLAIN.test(text)) return text
  const [, literal] = SINGLE_QUOTED.exec(text) ?? []
  if (literal !== undefined) return literal
  const [, escaped] = DOUBLE_QUOTED.exec(text) ?? []
  return escaped === undefined ? null : escaped.replace(/\\(["\\$])/g, '$1')
}
