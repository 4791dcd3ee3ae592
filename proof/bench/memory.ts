import { getUser } from '#contract/photos.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { type Figure, figure, notJudged } from './harness/figure.ts'
import { pictures } from './harness/pictures.ts'
import { startPostgres } from './harness/postgres.ts'
import { median, quantile } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'
import { uploadPictures } from './harness/uploads.ts'

const PHOTOS = 500
const BATCH = 50
const EMBEDDED_MAX = 700
const SERVER_MAX = 300
/** Limit of the last batches against those around photo 100; more is a leak. */
const FLAT_MAX = 1.1

/** Memory of the server while 500 photos of 12 megapixels are uploaded. */
export const memory: Bench = {
  name: 'memory',
  target:
    'server with embedded database ≤ 700 MB RSS while 500 photos go in, without it ≤ 300 MB, flat between photo 100 and 500',
  async run(options) {
    const embedded = await measureUploads(options, 'embedded database', undefined, EMBEDDED_MAX)
    const postgres = await startPostgres(options.resources)
    const alone = postgres
      ? await measureUploads(options, 'PostgreSQL', postgres.url, SERVER_MAX)
      : [notJudged('PostgreSQL', `≤ ${SERVER_MAX} MB`, 'no PostgreSQL on this machine')]
    return {
      correct: [`all ${options.quick ? PHOTOS / 5 : PHOTOS} photos are in the library afterwards`],
      figures: [...embedded, ...alone],
    }
  },
}

async function measureUploads(
  { quick, log }: BenchOptions,
  engine: string,
  databaseUrl: string | undefined,
  limit: number,
): Promise<Figure[]> {
  const batch = quick ? BATCH / 5 : BATCH
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, databaseUrl)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await database.close()
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, customer)
  log(`${engine}: uploading ${batch * 10} photos`)
  const idle = server.memory()
  const batches: number[][] = []
  for (let i = 0; i < 10; i++) {
    const samples: number[] = []
    const timer = setInterval(() => samples.push(server.memory() * 1.048576), 50)
    await uploadPictures(client, await pictures(batch))
    clearInterval(timer)
    batches.push(samples)
  }
  const { photosCount } = await client.call(getUser)
  verify(photosCount === batch * 10, `${photosCount} photos are in the library`)
  const peak = Math.max(...batches.flat())
  // Photo 100 lies between the second and the third batch, photo 500 at the end of the last.
  const early = median(batches.slice(1, 4).flat())
  const late = median(batches.slice(-3).flat())
  const perBatch = batches.map(each => quantile(each, 0.5).toFixed(0)).join(' ')
  return [
    figure(`${engine}: peak while ${batch * 10} photos go in`, [peak], {
      atMost: limit,
      unit: 'MB',
      note: `${idle.toFixed(0)} MB before; median of each tenth ${perBatch}`,
    }),
    figure(`${engine}: photo 500 against photo 100`, [late / early], { atMost: FLAT_MAX }),
  ]
}
