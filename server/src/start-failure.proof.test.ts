import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { canMountDisk, createSmallDiskCommand } from './testing/small-disk.ts'
import { createTestFolder } from './testing/test-folder.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

const folder = createTestFolder()

/** Starts the server on a small disk after a shell command in its data folder; resolves when it has ended. */
function startOnSmallDisk(megabytes: number, prepare: string): Promise<{ code: unknown; output: string }> {
  const [command, ...args] = createSmallDiskCommand(folder, megabytes)
  const start = `${prepare}; exec "$0" "$1" serve`
  const env = { ...process.env, DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'fatal', DATABASE_URL: '' }
  return new Promise(resolve => {
    const options = { cwd: folder, env }
    execFile(
      command,
      [...args, 'sh', '-c', `cd "${folder}" && ${start}`, process.execPath, MAIN],
      options,
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

const fill = 'dd if=/dev/zero of=other bs=4096 2>/dev/null'

test.runIf(canMountDisk()).each([
  ['without space for a file', 1, fill],
  ['without space for a new database', 3, 'true'],
] as const)(
  'RV-312 a start on a full disk, %s, names the reason and what to do',
  async (_when, megabytes, prepare) => {
    const { code, output } = await startOnSmallDisk(megabytes, prepare)
    expect(output).toContain('The disk is full')
    expect(output).toContain('start again')
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  },
)
