import { verify } from '../harness/bench.ts'
import { signIn } from '../harness/customer.ts'
import { measureExport } from '../harness/export.ts'
import { createFigure, type Figure } from '../harness/figure.ts'
import type { PopulatedDatabase } from '../harness/populated-database.ts'
import { LARGE } from '../harness/population.ts'
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
