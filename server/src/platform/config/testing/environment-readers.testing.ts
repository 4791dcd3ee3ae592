import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnvironmentFile } from '../environment-file.ts'

type Variables = Record<string, string>

/**
 * The readers of an environment file. The shell is the one of this machine; systemd (EnvironmentFile, version 257) and compose
 * (env_file, compose-go 2) are modelled after their sources.
 */
export const READERS: Record<string, (text: string) => Variables> = {
  keepsake: text =>
    Object.fromEntries([...parseEnvironmentFile(text)].map(([name, { value }]) => [name, value])),
  shell: readByShell,
  systemd: readBySystemd,
  compose: readByCompose,
}

/** Writes a value as docs/operations.md says. */
export function quote(value: string): string {
  if (/^[\w./:@%+,=-]*$/.test(value)) return value
  return /['\\]/.test(value) ? `"${value.replace(/["\\$]/g, '\\$&')}"` : `'${value}'`
}

function readByShell(text: string): Variables {
  const folder = mkdtempSync(join(tmpdir(), 'environment-'))
  try {
    const file = join(folder, 'environment')
    writeFileSync(file, text)
    const { stdout } = spawnSync('/bin/sh', ['-c', 'set -a; . "$0"; env -0', file], {
      env: {},
      encoding: 'utf8',
    })
    const entries = stdout.split('\0').filter(Boolean)
    return Object.fromEntries(
      entries.map(entry => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Quoted parts and plain text follow one another; only spaces between them, and at the end, are dropped. */
function readBySystemd(text: string): Variables {
  const variables: Variables = {}
  let rest = text
  while (rest !== '') {
    const [skipped] = /^\s*(?:[#;](?:\\.|[^\\\n])*)?/s.exec(rest)!
    rest = rest.slice(skipped.length)
    const [assignment, name] = /^([^=\n]*)=/.exec(rest) ?? []
    if (assignment === undefined) {
      rest = rest.replace(/^[^\n]*\n?/, '')
      continue
    }
    rest = rest.slice(assignment.length)
    let value = ''
    for (;;) {
      const [part, single, double, plain] =
        /^[ \t]*(?:'([^']*)'|"((?:\\.|[^"\\])*)"|((?!['"\s])(?:\\.|[^\\\r\n])+))/s.exec(rest) ?? []
      if (part === undefined) break
      rest = rest.slice(part.length)
      if (double !== undefined)
        value += double.replace(/\\(.)/gs, (sequence, char) =>
          /["\\`$]/.test(char) ? char : char === '\n' ? '' : sequence,
        )
      else value += single ?? plain!.trimEnd().replace(/\\(.)/gs, (_, char) => (char === '\n' ? '' : char))
      if (plain !== undefined) break
    }
    variables[name!.trim()] = value
    rest = rest.replace(/^[ \t]*/, '')
  }
  return variables
}

/** One quoted text or the rest of the line to ' #', both with variables unless in single quotes. */
function readByCompose(text: string): Variables {
  const variables: Variables = {}
  const expand = (value: string) =>
    value.replace(/\$(?:(\$)|([a-z_]\w*)|\{([a-z_]\w*)\})/gi, (_, dollar, name, braced) =>
      dollar ? '$' : (variables[name ?? braced] ?? ''),
    )
  let rest = text
  for (;;) {
    rest = rest.replace(/^(?:\s+|#[^\n]*)+/, '')
    const [assignment, name] = /^(?:export\s+)?([\w.-]+)[ \t]*[=:][ \t]*/.exec(rest) ?? []
    if (assignment === undefined) return variables
    rest = rest.slice(assignment.length)
    const [quoted, single, double] = /^(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")/s.exec(rest) ?? []
    const [line = ''] = /^[^\n]*/.exec(rest) ?? []
    if (single !== undefined) variables[name!] = single.replace(/\\'/g, "'")
    else if (double !== undefined)
      variables[name!] = expand(
        double.replace(/\\([abfnrtv$"\\])/g, (_, char) =>
          char === '$' ? '$$' : (COMPOSE_ESCAPES[char] ?? char),
        ),
      )
    else variables[name!] = expand(line.split(' #')[0]!.trimEnd())
    rest = rest.slice(quoted?.length ?? line.length)
  }
}

const COMPOSE_ESCAPES: Variables = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
