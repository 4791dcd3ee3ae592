import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { POSTGRES_SETTINGS } from '../testing/process-settings.ts'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))

/** A run of `keepsake restore-drill`. */
export interface DrillProcess {
  child: ChildProcess
  /** Resolves when it has ended, with the exit code, or null when it was killed. */
  result: Promise<{ code: number | null; lines: string[] }>
}

/** Starts the command as an operator does; as root it needs another user. */
export function startDrill(
  words: readonly string[],
  env: Record<string, string>,
  user?: { uid: number; gid: number },
): DrillProcess {
  const child = spawn(process.execPath, [MAIN, 'restore-drill', ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...POSTGRES_SETTINGS, ...env },
    cwd: '/',
    ...user,
  })
  const lines: string[] = []
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk))
  const result = once(child, 'close').then(([code]) => {
    lines.push(...output.split('\n').filter(line => line !== ''))
    return { code: code as number | null, lines }
  })
  return { child, result }
}
