import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from '../harness/processes.ts'

/** Records the variants that processes open, also those that are killed. */
export interface ReadLog {
  /** NODE_OPTIONS of the processes. */
  nodeOptions: string
  /** How often each photo of an account was read. */
  count(of: { accountId: string }): Promise<Map<string, number>>
}

export async function createReadLog(resources: AsyncDisposableStack): Promise<ReadLog> {
  const folder = await createTemporaryFolder(resources)
  const [log, recorder] = [join(folder, 'reads.log'), join(folder, 'recorder.mjs')]
  await writeFile(log, '')
  await writeFile(recorder, RECORDER.replace('LOG', JSON.stringify(log)))
  return {
    nodeOptions: `--import=${recorder}`,
    count: async ({ accountId }) => {
      const counts = new Map<string, number>()
      for (const path of (await readFile(log, 'utf8')).split('\n')) {
        if (!path.includes(accountId)) continue
        counts.set(path, (counts.get(path) ?? 0) + 1)
      }
      return counts
    },
  }
}

/** A kill loses nothing that was appended. */
const RECORDER = `
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const open = fs.promises.open
fs.promises.open = (path, ...options) => {
  if (String(path).endsWith('-800')) fs.appendFileSync(LOG, path + '\\n')
  return open(path, ...options)
}
syncBuiltinESMExports()
`
