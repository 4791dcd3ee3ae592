import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { COMPILE_CACHE } from './child-process.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

export interface CommandOutcome {
  code: unknown
  stdout: string
  stderr: string
}

/** Runs a command with the environment of a shell that has no setting but `env`. */
function runCommand(
  command: string,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<CommandOutcome> {
  const base = { PATH: process.env.PATH!, NODE_COMPILE_CACHE: COMPILE_CACHE, NODE_NO_WARNINGS: '1' }
  return new Promise(resolve => {
    execFile(command, words, { cwd: ROOT, env: { ...base, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

/** Runs an entry of the server. */
export const runNode = (file: string, words: readonly string[], env?: Record<string, string>) =>
  runCommand(process.execPath, [join(ROOT, 'server/src', file), ...words], env)

/** Parses the lines of a log. */
export const readLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

/**
 * Creates the command `keepsake` and the release of a machine, whose environment file has this content; run by this
 * user.
 */
export async function createMachine(folder: string, content: string | Uint8Array) {
  const machine = await mkdtemp(join(folder, 'machine-'))
  const release = join(machine, 'release')
  await mkdir(release)
  for (const name of [
    'server',
    'contract',
    'brands',
    'html',
    'locales',
    'node_modules',
    'package.json',
    'docs',
  ])
    await symlink(join(ROOT, name), join(release, name))
  await writeFile(join(machine, 'environment'), content)
  const script = (await readFile(join(ROOT, 'deployment/keepsake'), 'utf8'))
    .replace('/etc/keepsake/environment', join(machine, 'environment'))
    .replace('/srv/keepsake/current', release)
    .replace('/var/lib/keepsake', join(machine, 'data'))
    .replace('/var/cache/keepsake', `'${COMPILE_CACHE}'`)
    .replace('runuser -u keepsake -- ', '')
  await writeFile(join(machine, 'keepsake'), script, { mode: 0o755 })
  return {
    data: join(machine, 'data'),
    keepsake: (...words: string[]) => runCommand(join(machine, 'keepsake'), words, { LOG_LEVEL: 'warn' }),
  }
}
