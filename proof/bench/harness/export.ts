import { createExport, getExport, type ReadyExport } from '#contract/exports.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from './bench.ts'
import { waitFor } from './processes.ts'

/** Requests an export of the library and waits until it is READY. */
async function requestExport(client: Client): Promise<ReadyExport> {
  const { backupId } = await client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  return waitFor('The export is READY', 120, async () => {
    const answer = await client.call(getExport, { params: { backupId } })
    if (answer.status !== 'READY') throw new Error(answer.status)
    return answer
  })
}

/** Measures the seconds from the request until the export is READY, and the number of its photos, all of them in chunks. */
export async function measureExport(client: Client): Promise<{ seconds: number; photosCount: number }> {
  const started = performance.now()
  const { chunks, photosCount } = await requestExport(client)
  const seconds = (performance.now() - started) / 1000
  const exported = chunks.reduce((sum, chunk) => sum + chunk.photosCount, 0)
  verify(exported === photosCount, 'every photo is in a chunk')
  return { seconds, photosCount }
}
