import { createExport, getExport, type ReadyExport } from '#contract/exports.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from '../harness/bench.ts'
import { signIn } from '../harness/customer.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { LARGE } from '../harness/population.ts'
import { waitFor } from '../harness/processes.ts'
import { startServer } from '../harness/server.ts'

const EXPORT_MAX_S = 5
/** A scan is the better way to read a library that is a larger part of all photos. */
const SHARE_MAX = 0.05

/** Exports of the largest libraries, one after the other, as customers request them. */
export async function measureExports(
  { dataDirectory, customers, photos, verifyNoScans }: PopulatedDatabase,
  env: Record<string, string>,
  rounds: number,
): Promise<Figure> {
  const seconds: number[] = []
  const requestExports = async () => {
    await using resources = new AsyncDisposableStack()
    const server = await startServer(dataDirectory, resources, env)
    for (const customer of customers.slice(0, rounds)) {
      const exported = await measureExport(await signIn(server.origin, customer))
      verify(exported.photosCount > 90_000, 'nearly all photos are exported, but for those in the bin')
      seconds.push(exported.seconds)
    }
    await server.close()
  }
  await (LARGE.photos / photos > SHARE_MAX ? requestExports() : verifyNoScans('an export', requestExports))
  return createFigure('export of 100,000 photos in 200 albums, request to READY', seconds, {
    atMost: EXPORT_MAX_S,
    unit: 's',
  })
}

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
async function measureExport(client: Client): Promise<{ seconds: number; photosCount: number }> {
  const started = performance.now()
  const { chunks, photosCount } = await requestExport(client)
  const seconds = (performance.now() - started) / 1000
  const exported = chunks.reduce((sum, chunk) => sum + chunk.photosCount, 0)
  verify(exported === photosCount, 'every photo is in a chunk')
  return { seconds, photosCount }
}
