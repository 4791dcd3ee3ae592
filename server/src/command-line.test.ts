import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { COMMANDS } from './command-list.ts'
import { contextCommands } from './run-command.ts'
import { COMPILE_CACHE } from './testing/child-process.ts'
import { createMachine, readLines, runNode } from './testing/machine.ts'
import { createTestFolder } from './testing/test-folder.ts'

const folder = createTestFolder()

test('RV-887 --help lists the commands, and is no error', async () => {
  const all = await runNode('main.ts', ['--help'])
  expect(all).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['serve', 'migrate', 'config', 'doctor', 'jobs dead', 'blobs adopt', 'secret adopt'])
    expect(all.stdout).toContain(`keepsake ${name} `)
})

/** Prints the modules that a process has loaded, as JSON, when it ends. */
const PRINT_MODULES = `
  import { registerHooks } from 'node:module'
  const urls = []
  registerHooks({ load(url, context, next) { urls.push(url); return next(url, context) } })
  process.on('exit', () => console.error(JSON.stringify(urls)))`

test('RV-1029 the help loads the list of commands alone, no domain and no package', async () => {
  const option = `--import=data:text/javascript,${encodeURIComponent(PRINT_MODULES)}`
  const { stdout, stderr } = await runNode('main.ts', ['help'], { NODE_OPTIONS: option })
  expect(stdout).toContain('keepsake retention run')
  const names = (JSON.parse(stderr) as string[])
    .filter(url => url.startsWith('file:'))
    .map(url => basename(url))
  expect(names).toEqual(['main.ts', 'command-list.ts'])
})

test('RV-1029 the list has each command once, with the name under which it is loaded', async () => {
  const names = COMMANDS.filter(({ load }) => !load).map(({ name }) => name)
  expect(names.toSorted()).toEqual(contextCommands.map(({ name }) => name).toSorted())
  for (const { name, load } of COMMANDS) if (load) expect((await load()).name).toBe(name)
  for (const { name, usage } of COMMANDS) expect(`${usage} `).toContain(`keepsake ${name} `)
})

test('RV-887 a command that does not exist is an error with the list', async () => {
  const { code, stdout, stderr } = await runNode('main.ts', ['serv'])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('keepsake serve')])
})

test('RV-887 a command whose arguments are not valid is an error with the lines of that command alone', async () => {
  expect(await runNode('main.ts', ['erase-account', 'anna@example.com'])).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/^There is:\n(keepsake erase-account .*\n){2}$/),
  })
  const { stderr } = await runNode('main.ts', ['blobs', 'confrim', '--by', 'Ada'])
  expect(stderr).toMatch(/^There is:\n(keepsake blobs .*\n){4}$/)
})

test('RV-887 a command whose output nobody reads to its end works to its end and reports no error', async () => {
  const command = spawn(process.execPath, [fileURLToPath(new URL('main.ts', import.meta.url)), '--help'], {
    env: { PATH: process.env.PATH!, NODE_COMPILE_CACHE: COMPILE_CACHE, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  command.stdout.destroy()
  const [[code], stderr] = await Promise.all([once(command, 'exit'), text(command.stderr)])
  expect([code, stderr]).toEqual([0, ''])
})

test('RV-887 each setting that ends a start is a line of the log that names it', async () => {
  const { code, stderr } = await runNode('main.ts', ['serve'], { PORT: 'http', SECERT: 'x' })
  expect(code).toBe(1)
  expect(readLines(stderr)).toEqual(
    ['SECERT', 'PORT'].map(variable =>
      expect.objectContaining({ level: 60, variable, msg: expect.stringContaining(variable) }),
    ),
  )
})

describe('RV-883 the command keepsake of a machine', () => {
  const SETTINGS = `SECRET='a & secret $of "more" than #thirty-two characters'\nSMTP_URL=smtp://10.0.0.6:25\nS3_BUCKET=keepsake\n`

  test('RV-887 without a command it prints the list of all and starts no process', async () => {
    const { keepsake } = await createMachine(folder, 'LOG_LEVEL=warn\n')
    const { code, stdout, stderr } = await keepsake()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^keepsake serve .*\nkeepsake migrate /)
  })

  test('an & in DATABASE_URL that readers understand differently is refused with its line, and nothing is migrated', async () => {
    const { keepsake, data } = await createMachine(
      folder,
      `# settings\nDATABASE_URL=postgres://keepsake:hidden@127.0.0.1:1/keepsake?sslmode=disable&keepalives=1\n${SETTINGS}`,
    )
    const { code, stdout, stderr } = await keepsake('migrate')
    expect([code, stdout]).toEqual([1, ''])
    expect(readLines(stderr)).toEqual([
      expect.objectContaining({
        level: 60,
        msg: expect.stringMatching(/^The environment file .*: line 2 \(DATABASE_URL\) .* single quotes/),
      }),
    ])
    expect(stderr).not.toContain('hidden')
    expect(existsSync(data)).toBe(false)
  })

  test('without DATABASE_URL it migrates no embedded database', async () => {
    const { keepsake, data } = await createMachine(folder, SETTINGS)
    const { code, stderr } = await keepsake('migrate')
    expect(code).toBe(1)
    expect(readLines(stderr)[0].msg).toContain('DATABASE_URL: is required with NODE_ENV=production')
    expect(existsSync(data)).toBe(false)
  })
})
