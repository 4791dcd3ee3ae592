import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createMachine, readLines, runNode } from './testing/machine.ts'
import { createTestFolder } from './testing/test-folder.ts'

const folder = createTestFolder()

test('RV-887 --help of a command is an answer and no error; a role that does not exist is named', async () => {
  const own = await runNode('main.ts', ['jobs', 'retry', '--help'])
  expect(own).toEqual({ code: 0, stderr: '', stdout: expect.stringMatching(/^keepsake jobs retry .*\n$/) })
  const role = await runNode('main.ts', ['serve', '--role', 'wbe'])
  expect(readLines(role.stderr)).toEqual([expect.objectContaining({ variable: '--role' })])
})

describe('RV-883 the command keepsake of a machine', () => {
  const SETTINGS = `SECRET='a & secret $of "more" than #thirty-two characters'\nSMTP_URL=smtp://10.0.0.6:25\nS3_BUCKET=keepsake\n`

  test('in quotes it arrives, and a database that does not answer is no reason to migrate another one', async () => {
    const { keepsake, data } = await createMachine(
      folder,
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

  test('with an empty DATABASE_URL it migrates no embedded database', async () => {
    const { keepsake, data } = await createMachine(folder, `DATABASE_URL=\n${SETTINGS}`)
    const { code, stderr } = await keepsake('migrate')
    expect(code).toBe(1)
    expect(readLines(stderr)[0].msg).toContain('DATABASE_URL: is required with NODE_ENV=production')
    expect(existsSync(data)).toBe(false)
  })

  test('a file that is not UTF-8 or not there is refused in one line', async () => {
    const { keepsake } = await createMachine(folder, new Uint8Array([0x41, 0x3d, 0xff]))
    expect(readLines((await keepsake('config')).stderr)[0].msg).toContain('it is not UTF-8')
    const missing = await runNode('run-with-environment.ts', [join(folder, 'none'), 'config'])
    expect([missing.code, readLines(missing.stderr)[0].msg]).toEqual([
      1,
      `The environment file ${join(folder, 'none')}: it cannot be read (ENOENT)`,
    ])
  })
})
