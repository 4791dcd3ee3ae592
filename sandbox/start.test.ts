import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canMountDisk, createSmallDiskCommand } from '#server/testing/small-disk.ts'
import { createTestFolder } from '#server/testing/test-folder.ts'
import { createStartCommand, runCommand } from './start.testing.ts'

const folder = createTestFolder()

/** The first command of `npm start`; start.proof.test.ts has the others, which load the whole server. */
const CHECK = 'sandbox/check-start.ts'

test.each(['PORT', 'SFTP_PORT', 'SHOP_PORT'])(
  'RV-891 a start with a busy %s says in one line what to do, before it opens anything',
  async variable => {
    const busy = createServer().listen(0, '127.0.0.1')
    await once(busy, 'listening')
    const { port } = busy.address() as { port: number }
    const { command, env } = await createStartCommand(folder, CHECK, { [variable]: String(port) })
    expect(await runCommand(command, env)).toEqual({
      code: 1,
      lines: [`Another program listens on 127.0.0.1:${port}. Stop it, or set ${variable} to another port.`],
    })
    expect(existsSync(join(folder, 'data', 'database'))).toBe(false)
    busy.close()
  },
)

test('RV-891 a start on a data folder that is no folder says in one line what to do', async () => {
  const file = join(folder, 'file')
  await writeFile(file, '')
  const { command, env } = await createStartCommand(folder, CHECK, { DATA_DIR: join(file, 'data') })
  const { code, lines } = await runCommand(command, env)
  expect(lines).toEqual([expect.stringContaining('Set DATA_DIR to another folder.')])
  expect(code).toBe(1)
})

test.runIf(canMountDisk())(
  'RV-891 a start on a read-only data folder says in one line what to do',
  async () => {
    const disk = await mkdtemp(join(folder, 'disk-'))
    const { command, env } = await createStartCommand(folder, CHECK, { DATA_DIR: disk })
    const readOnly = ['sh', '-c', 'mount -o remount,ro "$0" && exec "$@"', disk, ...command]
    const { code, lines } = await runCommand([...createSmallDiskCommand(disk, 4), ...readOnly], env)
    expect(lines).toEqual([expect.stringMatching(/is on a read-only disk\. .*DATA_DIR to another folder\.$/)])
    expect(code).toBe(1)
  },
)
