import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { COMPILE_CACHE } from '#server/testing/child-process.ts'
import { canMountDisk, createSmallDiskCommand } from '#server/testing/small-disk.ts'
import { findFreePort } from '../tools/free-port.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-sandbox-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What `npm start` runs, as one command with its environment. */
async function startCommand(script: string, settings: Record<string, string> = {}) {
  const ports = {
    PORT: await findFreePort(),
    SHOP_PORT: await findFreePort(),
    SFTP_PORT: await findFreePort(),
  }
  const texts = Object.entries(ports).map(([name, port]) => [name, String(port)])
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: join(folder, 'data'),
    KEEPSAKE_TOKEN: 'a-token-of-the-shop-for-this-test-only',
    LOG_LEVEL: 'warn',
    NODE_COMPILE_CACHE: COMPILE_CACHE,
    NODE_NO_WARNINGS: '1',
    ...Object.fromEntries(texts),
    ...settings,
  }
  return { command: [process.execPath, join(ROOT, script)] as const, env, ports }
}

/** Runs a command until it ends: its exit code and the lines that it printed. */
async function run(command: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command[0]!, command.slice(1), { cwd: ROOT, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  const [code] = await once(child, 'close')
  return { code, lines: output.trim().split('\n').map(readMessage) }
}

/** The message of a line; the server's are lines of a log. */
const readMessage = (line: string): string => (line.startsWith('{') ? JSON.parse(line).msg : line)

const CHECK = 'sandbox/check-start.ts'
/** The commands that must refuse a start that cannot succeed. */
const COMMANDS = [CHECK, 'sandbox/main.ts', 'server/src/main.ts']

test.each(['PORT', 'SFTP_PORT', 'SHOP_PORT'] as const)(
  'RV-891 a start with a busy %s says in one line what to do, before it opens anything',
  async variable => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as { port: number }
    for (const script of variable === 'PORT' ? COMMANDS : [CHECK]) {
      const { command, env } = await startCommand(script, { [variable]: String(port) })
      expect(await run(command, env), script).toEqual({
        code: 1,
        lines: [`Another program listens on 127.0.0.1:${port}. Stop it, or set ${variable} to another port.`],
      })
    }
    expect(existsSync(join(folder, 'data', 'database'))).toBe(false)
    busy.close()
  },
)

test.each(COMMANDS)(
  'RV-891 %s on a data folder that is no folder says in one line what to do',
  async script => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { command, env } = await startCommand(script, { DATA_DIR: join(file, 'data') })
    const { code, lines } = await run(command, env)
    expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to another folder.')])
    expect(code).toBe(1)
  },
)

test.runIf(canMountDisk())(
  'RV-891 a start on a read-only data folder says in one line what to do',
  async () => {
    const disk = await mkdtemp(join(folder, 'disk-'))
    const { command, env } = await startCommand(CHECK, { DATA_DIR: disk })
    const readOnly = ['sh', '-c', 'mount -o remount,ro "$0" && exec "$@"', disk, ...command]
    const { code, lines } = await run([...createSmallDiskCommand(disk, 4), ...readOnly], env)
    expect(lines).toEqual([expect.stringMatching(/is on a read-only disk\. .*DATA_DIR to another folder\.$/)])
    expect(code).toBe(1)
  },
)

test('RV-891 OP-63 a first start with --empty announces no orders; a second one on its folder is refused in one line', async () => {
  const { command, env, ports } = await startCommand('sandbox/main.ts')
  const first = spawn(command[0], [...command.slice(1), '--empty'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  onTestFinished(() => void first.kill('SIGKILL'))
  let output = ''
  for (const stream of [first.stdout!, first.stderr!]) stream.on('data', chunk => (output += chunk))
  expect(await Promise.race([once(first, 'message'), once(first, 'exit')])).toContain('ready')
  await expect.poll(() => output).toContain('Ctrl-C stops it.')
  expect(output).toContain('demo@keepsake.test     a consumer\n')
  expect(output).not.toMatch(/orders|invoices/)
  expect((await fetch(`http://localhost:${ports.PORT}/mailbox`)).status).toBe(200)

  for (const script of COMMANDS) {
    const second = await startCommand(script)
    expect(await run(second.command, second.env), script).toEqual({
      code: 1,
      lines: [expect.stringMatching(`^The data folder is in use by process ${first.pid} .*set DATA_DIR\\.$`)],
    })
  }
  const ended = once(first, 'exit')
  first.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
