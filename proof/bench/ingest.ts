import { existsSync } from 'node:fs'
import { getPhotos, getUser } from '#contract/photos.ts'
import { createImages } from '#server/platform/images/index.ts'
import { createVipsThumbnails, forEachConcurrently, runBareCascade } from './harness/bare-cascade.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { getCpuSeconds, getOwnCpuSeconds } from './harness/cpu.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure, createUnjudgedFigure } from './harness/figure.ts'
import { writePictures } from './harness/picture-files.ts'
import { createPictures } from './harness/pictures.ts'
import type { Postgres } from './harness/postgres.ts'
import { createTemporaryFolder } from './harness/processes.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'
import { uploadPictures } from './harness/uploads.ts'

const WHOLE_MAX = { PGlite: 1.2, PostgreSQL: 1.1 }
const MEMORY_MAX_MB = { PGlite: 700, PostgreSQL: 300 }
/** Limit of the last third of the rounds against the first; more is a leak. */
const FLAT_MAX = 1.1
const NATIVE_MIN = 3

/**
 * CPU of an upload from the first byte to the last row, against decoding and encoding alone, and the memory of the
 * server.
 */
export const ingest: Bench = {
  name: 'ingest',
  target:
    'CPU per photo of the whole path ≤ 1.2 × bare 1300→800→300 cascade, ≤ 1.1 × on PostgreSQL; cascade ≥ 3 × vipsthumbnail three times; memory ≤ 700 MB, ≤ 300 MB on PostgreSQL, and flat',
  async run(options) {
    const { correct, figures } = await runOnBothEngines(options, measureWholePath)
    return { correct, figures: [...figures, await compareWithVips(options)] }
  },
}

async function measureWholePath(
  engine: keyof typeof WHOLE_MAX,
  { quick, log, resources }: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  const [rounds, count, warmUp] = quick ? [2, 6, 1] : [9, 16, 10]
  await using engineResources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(engineResources, postgres?.url)
  const database = await openBenchDatabase(dataDirectory)
  const customer = await addCustomer(database.db)
  await database.close()
  const server = await startServer(dataDirectory, engineResources)
  const client = await signIn(server.origin, customer)
  const folder = await createTemporaryFolder(resources)
  const cpu = () => server.cpu() + (postgres?.cpu() ?? 0)
  /** Samples of the server's memory in MB, by round. */
  const memory: number[][] = []
  const measureUpload = async () => {
    const batch = await createPictures(count)
    const samples: number[] = []
    const timer = setInterval(() => samples.push(server.memory() * 1.048576), 50)
    const before = cpu()
    await uploadPictures(client, batch)
    clearInterval(timer)
    memory.push(samples)
    return (cpu() - before) / count
  }
  const files = await writePictures(folder, await createPictures(count))
  const measureBareCascade = async () => {
    const before = getOwnCpuSeconds()
    await runBareCascade(files)
    return (getOwnCpuSeconds() - before) / count
  }
  log(`${engine}: uploading ${warmUp} + ${rounds} × ${count} pictures of 12 megapixels`)
  for (let batch = 0; batch < warmUp; batch++) await measureUpload()
  await measureBareCascade()
  const measured = await measureAlternately(rounds, measureUpload, measureBareCascade)
  const uploadedCount = memory.length * count
  const { photosCount } = await client.call(getUser)
  verify(
    photosCount === uploadedCount,
    `${uploadedCount} photos were uploaded, ${photosCount} are in the library`,
  )
  const { images } = await client.call(getPhotos, { query: { limit: 50 } })
  for (const image of images) await verifyVariants(image)
  // The first batch is the start of the server.
  const third = Math.ceil(memory.length / 3)
  return {
    correct: [
      `${engine}: ${photosCount} of ${uploadedCount} photos are in the library`,
      `${images.length} of them checked: variants of 300, 800 and 1300 px exist and are upright`,
    ],
    figures: [
      createFigure(
        `${engine}: whole path, the database counted in`,
        measured.map(each => each.product / each.reference),
        {
          atMost: WHOLE_MAX[engine],
          note: `${formatMs(measured.map(each => each.product))} ms of CPU per photo, bare ${formatMs(measured.map(each => each.reference))} ms`,
        },
      ),
      createFigure(`${engine}: memory of the server at most`, [Math.max(...memory.flat())], {
        atMost: MEMORY_MAX_MB[engine],
        unit: 'MB',
        note: `while ${uploadedCount} photos go in`,
      }),
      createFigure(
        `${engine}: the last third of the rounds against the first`,
        [computeMedian(memory.slice(-third).flat()) / computeMedian(memory.slice(1, third + 1).flat())],
        { atMost: FLAT_MAX },
      ),
    ],
  }
}

async function verifyVariants(image: {
  visibleWidth: number
  visibleHeight: number
  thumbnails: { id: number; url: string; width: number; height: number }[]
}): Promise<void> {
  verify(image.thumbnails.map(each => each.id).join() === '300,800,1300', 'all three variants exist')
  for (const { id, url, width, height } of image.thumbnails) {
    verify(Math.max(width, height) === id, `the picture of ${id} px is ${width}×${height}`)
    verify(width > height === image.visibleWidth > image.visibleHeight, 'the picture is upright')
    const { headers, status } = await fetch(url)
    verify(status === 200 && headers.get('content-type') === 'image/jpeg', `${id} px is delivered`)
  }
}

async function compareWithVips({ quick, log, resources }: BenchOptions) {
  const what = 'cascade against vipsthumbnail three times, CPU'
  if (!existsSync('/usr/bin/vipsthumbnail'))
    return createUnjudgedFigure(what, `≥ ${NATIVE_MIN} ×`, 'vipsthumbnail is not installed')
  const [rounds, count] = quick ? [2, 4] : [7, 12]
  const folder = await createTemporaryFolder(resources)
  const files = await writePictures(folder, await createPictures(count))
  const images = createImages({ tempDir: folder })
  resources.defer(() => images.close())
  log(`${rounds} × ${count} pictures through the cascade and through vipsthumbnail`)
  const measure = async (work: () => Promise<void>) => {
    const [cpu, clock] = [getCpuSeconds(process.pid), performance.now()]
    await work()
    return { cpu: (getCpuSeconds(process.pid) - cpu) / count, clock: performance.now() - clock }
  }
  const measureCascade = () =>
    measure(() => forEachConcurrently(files, path => images.makeVariants({ path, type: 'image/jpeg' })))
  const measureVips = () => measure(() => createVipsThumbnails(files, folder))
  await measureCascade()
  await measureVips()
  const measured = await measureAlternately(rounds, measureCascade, measureVips)
  const clock = computeMedian(measured.map(each => each.reference.clock / each.product.clock))
  return createFigure(
    what,
    measured.map(each => each.reference.cpu / each.product.cpu),
    {
      atLeast: NATIVE_MIN,
      note: `${formatMs(measured.map(each => each.product.cpu))} ms of CPU per photo against ${formatMs(measured.map(each => each.reference.cpu))} ms; on the clock ${clock.toFixed(2)} ×`,
    },
  )
}

const formatMs = (seconds: number[]) => (computeMedian(seconds) * 1000).toFixed(0)
