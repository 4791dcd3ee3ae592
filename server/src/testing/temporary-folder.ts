import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder, removed when `resources` is disposed. */
export async function createTemporaryFolder(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}
