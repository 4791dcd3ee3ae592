import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { DrillError } from './drill-error.ts'

/** Finds the folder of PostgreSQL's server programs of a major version; Debian has one per version, outside of PATH. */
export function findPostgresPrograms(majorVersion: string): string {
  const folders = [`/usr/lib/postgresql/${majorVersion}/bin`, ...(process.env.PATH ?? '').split(delimiter)]
  const folder = folders.find(each => existsSync(join(each, 'postgres')))
  if (folder) return folder
  throw new DrillError(
    `The programs of PostgreSQL ${majorVersion} are missing: install postgresql-${majorVersion}, the version of the database`,
  )
}

/**
 * Runs a program with `folder` as its working folder, by which a later drill finds it when this process dies. Resolves
 * with its output; rejects with a DrillError that begins with `problem` and has its first message.
 */
export async function runProgram(
  folder: string,
  problem: string,
  [program, ...args]: readonly [string, ...string[]],
): Promise<string> {
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: PLAIN_LANGUAGE })
  const output = { stdout: '', stderr: '' }
  child.stdout.on('data', chunk => (output.stdout += chunk))
  child.stderr.on('data', chunk => (output.stderr += chunk))
  const code = await waitForExit(child)
  if (code === 0) return output.stdout
  const [message = `exit code ${code}`] = output.stderr.split('\n').filter(line => line.trim() !== '')
  throw new DrillError(`${problem}: ${message.trim()}`)
}

/** Resolves with the exit code or the signal; rejects when the program cannot be started. */
export async function waitForExit(child: ChildProcess): Promise<number | string> {
  const [code, signal] = await once(child, 'close')
  return code ?? signal
}

/** Without messages in another language, which are read here. */
const PLAIN_LANGUAGE = { ...process.env, LC_ALL: 'C.UTF-8' }
