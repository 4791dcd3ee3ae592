import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes bytes to a file that is removed when it is disposed of. */
export async function writeTemporaryFile(
  folder: string,
  bytes: Uint8Array,
): Promise<{ path: string } & AsyncDisposable> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.picture`)
  const remove = () => rm(path, { force: true })
  await writeFile(path, bytes, { flag: 'wx', mode: 0o600 }).catch(async error => {
    await remove()
    throw error
  })
  return { path, [Symbol.asyncDispose]: remove }
}
