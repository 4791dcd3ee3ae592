import { createExport, getExport } from '#contract/exports.ts'
import type { Client } from '#server/testing/client.ts'
import { verify } from '../harness/bench.ts'
import { signIn } from '../harness/customer.ts'
import { type Figure, figure } from '../harness/figure.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { LARGE } from '../harness/population.ts'
import { waitFor } from '../harness/processes.ts'
import { startServer } from '../harness/server.ts'

const EXPORT_MAX_S = 5
/** A scan is the better way to read a library that is a larger part of all photos. */
const SHARE_MAX = 0.05

/** Exports of the largest libraries, one after the other, as customers request them (RV-715). */
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
      const client = await signIn(server.origin, customer)
      seconds.push(await secondsToReady(client))
    }
    await server.close()
  }
  await (LARGE.photos / photos > SHARE_MAX ? requestExports() : verifyNoScans('an export', requestExports))
  return figure('export of 100,000 photos in 200 albums, request to READY', seconds, {
    atMost: EXPORT_MAX_S,
    unit: 's',
  })
}

async function secondsToReady(client: Client): Promise<number> {
  const started = performance.now()
  const { backupId } = await client.call(createExport, { body: { channel: 'KEEPSAKE-GB' } })
  const ready = await waitFor('The export is READY', 120, async () => {
    const answer = await client.call(getExport, { params: { backupId } })
    if (answer.status !== 'READY') throw new Error(answer.status)
    return answer
  })
  const seconds = (performance.now() - started) / 1000
  const exported = ready.chunks.reduce((sum, chunk) => sum + chunk.photosCount, 0)
  verify(exported > 90_000 && exported === ready.photosCount, 'every photo is in a chunk')
  return seconds
}
