import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '#server/testing/test-folder.ts'
import { createStartCommand, ROOT, runCommand } from './start.testing.ts'

const folder = createTestFolder()

/** The commands that load the whole server and must refuse a start that cannot succeed; start.test.ts has check-start.ts. */
const COMMANDS = ['sandbox/main.ts', 'server/src/main.ts']

test.each(COMMANDS)('RV-891 %s with a busy PORT says in one line what to do', async script => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const { port } = busy.address() as { port: number }
  const { command, env } = await createStartCommand(folder, script, { PORT: String(port) })
  expect(await runCommand(command, env)).toEqual({
    code: 1,
    lines: [`Another program listens on 127.0.0.1:${port}. Stop it, or set PORT to another port.`],
  })
  expect(existsSync(join(folder, 'data', 'database'))).toBe(false)
  busy.close()
})

test.each(COMMANDS)(
  'RV-891 %s on a data folder that is no folder says in one line what to do',
  async script => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const { command, env } = await createStartCommand(folder, script, { DATA_DIR: join(file, 'data') })
    const { code, lines } = await runCommand(command, env)
    expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to another folder.')])
    expect(code).toBe(1)
  },
)

test('RV-891 OP-63 a first start with --empty announces no orders; a second one on its folder is refused in one line', async () => {
  const { command, env, ports } = await createStartCommand(folder, 'sandbox/main.ts')
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

  for (const script of ['sandbox/check-start.ts', ...COMMANDS]) {
    const second = await createStartCommand(folder, script)
    expect(await runCommand(second.command, second.env), script).toEqual({
      code: 1,
      lines: [expect.stringMatching(`^The data folder is in use by process ${first.pid} .*set DATA_DIR\\.$`)],
    })
  }
  const ended = once(first, 'exit')
  first.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})
