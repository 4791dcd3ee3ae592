import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMPILE_CACHE } from './testing/child-process.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const MAIN = join(ROOT, 'server/src/main.ts')

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-commands-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Outcome {
  code: unknown
  stdout: string
  stderr: string
}

function run(command: string, words: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const base = { PATH: process.env.PATH!, NODE_COMPILE_CACHE: COMPILE_CACHE, NODE_NO_WARNINGS: '1' }
  return new Promise(resolve => {
    execFile(command, words, { cwd: ROOT, env: { ...base, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })
}

const runMain = (words: readonly string[], env?: Record<string, string>) =>
  run(process.execPath, [MAIN, ...words], env)

const readLines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

test('RV-887 --help of a command, and of all, is an answer and no error', async () => {
  const all = await runMain(['--help'])
  expect(all).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['serve', 'migrate', 'config', 'doctor', 'jobs dead', 'blobs adopt', 'secret adopt'])
    expect(all.stdout).toContain(`keepsake ${name} `)
  const own = await runMain(['jobs', 'retry', '--help'])
  expect(own).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^keepsake jobs retry .*\n$/) })
})

test('RV-887 a command that does not exist is an error with the list', async () => {
  const { code, stdout, stderr } = await runMain(['serv'])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('keepsake serve')])
})

test('RV-887 each setting that ends a start is a line of the log that names it', async () => {
  const { code, stderr } = await runMain(['serve'], { PORT: 'http', SECERT: 'x' })
  expect(code).toBe(1)
  expect(readLines(stderr)).toEqual(
    ['SECERT', 'PORT'].map(variable =>
      expect.objectContaining({ level: 60, variable, msg: expect.stringContaining(variable) }),
    ),
  )
  const role = await runMain(['serve', '--role', 'wbe'])
  expect(readLines(role.stderr)).toEqual([expect.objectContaining({ variable: '--role' })])
})

describe('RV-883 the command keepsake of a machine', () => {
  /** The command and the release of a machine, whose environment file has this content; run by this user. */
  async function createMachine(content: string | Uint8Array) {
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
      .replace('/var/cache/keepsake', COMPILE_CACHE)
      .replace('runuser -u keepsake -- ', '')
    await writeFile(join(machine, 'keepsake'), script, { mode: 0o755 })
    return {
      data: join(machine, 'data'),
      keepsake: (...words: string[]) => run(join(machine, 'keepsake'), words, { LOG_LEVEL: 'warn' }),
    }
  }

  const SETTINGS = `SECRET='a & secret $of "more" than #thirty-two characters'\nSMTP_URL=smtp://10.0.0.6:25\nS3_BUCKET=keepsake\n`

  test('an & in DATABASE_URL that readers understand differently is refused with its line, and nothing is migrated', async () => {
    const { keepsake, data } = await createMachine(
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

  test('in quotes it arrives, and a database that does not answer is no reason to migrate another one', async () => {
    const { keepsake, data } = await createMachine(
      `DATABASE_URL='postgres://keepsake:p%26ss@127.0.0.1:1/keepsake?a=1&b=2'\nLOG_LEVEL=fatal\n${SETTINGS}`,
    )
    const config = await keepsake('config', '--json')
    expect(config.code).toBe(0)
    const { settings, problems } = JSON.parse(config.stdout)
    const find = (name: string) => settings.find((each: { name: string }) => each.name === name)
    expect(problems).toEqual([])
    expect(find('SECRET')).toMatchObject({ value: '(49 characters)', source: 'environment file' })
    expect(find('DATABASE_URL').value).toBe('postgres://keepsake:***@127.0.0.1:1/keepsake?***')
    // Files take the place of the process's variables, as in systemd.
    expect(find('LOG_LEVEL')).toMatchObject({ value: 'fatal', source: 'environment file' })
    expect(find('DATA_DIR')).toMatchObject({ value: data, source: 'environment' })
    const migrated = await keepsake('migrate')
    expect(migrated.code).toBe(1)
    expect(existsSync(join(data, 'database'))).toBe(false)
  })

  test.each([
    ['without DATABASE_URL', SETTINGS, 'DATABASE_URL: is required with NODE_ENV=production'],
    ['with an empty one', `DATABASE_URL=\n${SETTINGS}`, 'DATABASE_URL: is required with NODE_ENV=production'],
  ])('%s it migrates no embedded database', async (_case, content, message) => {
    const { keepsake, data } = await createMachine(content)
    const { code, stderr } = await keepsake('migrate')
    expect(code).toBe(1)
    expect(readLines(stderr)[0].msg).toContain(message)
    expect(existsSync(data)).toBe(false)
  })

  test('a file that is not UTF-8 or not there is refused in one line', async () => {
    const { keepsake } = await createMachine(new Uint8Array([0x41, 0x3d, 0xff]))
    expect(readLines((await keepsake('config')).stderr)[0].msg).toContain('it is not UTF-8')
    const missing = await run(process.execPath, [
      join(ROOT, 'server/src/run-with-environment.ts'),
      join(folder, 'none'),
      'config',
    ])
    expect([missing.code, readLines(missing.stderr)[0].msg]).toEqual([
      1,
      `The environment file ${join(folder, 'none')}: it cannot be read (ENOENT)`,
    ])
  })
})
