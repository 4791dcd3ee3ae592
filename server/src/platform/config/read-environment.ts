import { closeSync, openSync, readSync } from 'node:fs'
import type { SettingProblem } from './config-error.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Bytes of a file with a secret: a wrong path, as of a device or a log, must not fill the memory. */
const SECRET_FILE_MAX = 64 * 1024

export interface KnownSettings {
  settings: readonly string[]
  secrets: readonly string[]
  /** Names that are expected and are no settings, each with what replaces it. */
  retired: Readonly<Record<string, string>>
}

/** The given settings as texts, each with the file that it was read from, or null. */
export interface GivenSettings {
  values: Record<string, string>
  files: Record<string, string>
  problems: SettingProblem[]
}

/**
 * Reads the given settings from the environment: an empty variable counts as not set, and the value of a secret NAME may be
 * in the file that NAME_FILE names, without the line end at its end. An empty file is a problem, not a secret that is not
 * set: it was not written yet, or lost. Finds variables that are misspelt settings.
 */
export function readEnvironment(
  env: Environment,
  { settings, secrets, retired }: KnownSettings,
): GivenSettings {
  const values: Record<string, string> = {}
  const files: Record<string, string> = {}
  const problems = [
    ...findRetired(env, retired),
    ...findMisspelt(env, [...settings, ...secrets.map(toFileVariable)]),
    ...findFilesOfOthers(
      env,
      settings.filter(name => !secrets.includes(name)),
    ),
  ]
  for (const name of settings) {
    const value = env[name]
    const path = secrets.includes(name) ? env[toFileVariable(name)] : undefined
    if (value && path)
      problems.push({
        variable: name,
        message: `is given twice, also by ${toFileVariable(name)}: remove one`,
      })
    else if (value) values[name] = value
    else if (path) {
      files[name] = path
      const content = readSecretFile(path)
      if (typeof content !== 'string') problems.push({ variable: toFileVariable(name), ...content })
      else values[name] = content
    }
  }
  return { values, files, problems }
}

export const toFileVariable = (name: string) => `${name}_FILE`

function readSecretFile(path: string): string | { message: string } {
  try {
    const bytes = readStart(path, SECRET_FILE_MAX + 1)
    if (bytes.length > SECRET_FILE_MAX)
      return { message: `the file ${path} is larger than ${SECRET_FILE_MAX / 1024} KB, and no secret` }
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '')
    if (text === '') return { message: `the file ${path} is empty: write the secret to it` }
    // UTF-16 of ASCII is valid UTF-8 with U+0000 between its characters; no variable can contain one.
    if (text.includes('\0')) return { message: `the file ${path} is not text: it contains U+0000` }
    return text
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return {
      message:
        code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
          ? `the file ${path} is not UTF-8`
          : `the file ${path} cannot be read (${code})`,
    }
  }
}

/** Reads at most `max` bytes of a file, a pipe or a device, whose size is not known before. */
function readStart(path: string, max: number): Buffer {
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(max)
    let length = 0
    for (let read = -1; read !== 0 && length < max; length += read)
      read = readSync(file, bytes, length, max - length, null)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

/** Nothing reads these: they are refused, so that nobody relies on them. */
function findRetired(env: Environment, retired: KnownSettings['retired']): SettingProblem[] {
  return Object.entries(retired)
    .filter(([name]) => env[name])
    .map(([name, replacement]) => ({
      variable: name,
      message: `is no setting: ${replacement}. Remove it`,
    }))
}

function findMisspelt(env: Environment, known: readonly string[]): SettingProblem[] {
  return Object.keys(env)
    .filter(name => env[name] && !known.includes(name))
    .flatMap(name => {
      const setting = findNearMiss(name, known)
      return setting === null
        ? []
        : [{ variable: name, message: `is no setting; ${setting} is meant? Correct or remove it` }]
    })
}

/** Finds NAME_FILE of settings that are no secrets: nothing reads them, and the default would count. */
function findFilesOfOthers(env: Environment, names: readonly string[]): SettingProblem[] {
  return names
    .filter(name => env[toFileVariable(name)])
    .map(name => ({
      variable: toFileVariable(name),
      message: `is no setting, because only secrets are read from files: set ${name} itself`,
    }))
}

/**
 * Finds the setting that an unknown variable was probably meant to be, such as SECRET for SECERT or TRUSTED_PROXIES for
 * TRUSTED_PROXY; null for a variable that resembles none, which is another program's. Names below six letters (PORT, HOST)
 * resemble too many words.
 */
function findNearMiss(variable: string, settings: readonly string[]): string | null {
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
