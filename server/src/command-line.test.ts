import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createMachine, readLines, runNode } from './testing/machine.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-commands-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('RV-887 --help lists the commands, and is no error', async () => {
  const all = await runNode('main.ts', ['--help'])
  expect(all).toMatchObject({ code: 0, stderr: '' })
  for (const name of ['serve', 'migrate', 'config', 'doctor', 'jobs dead', 'blobs adopt', 'secret adopt'])
    expect(all.stdout).toContain(`keepsake ${name} `)
})

test('RV-887 a command that does not exist is an error with the list', async () => {
  const { code, stdout, stderr } = await runNode('main.ts', ['serv'])
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('keepsake serve')])
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
