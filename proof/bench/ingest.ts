import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { getPhotos, getUser } from '#contract/photos.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { getOwnCpuSeconds } from './harness/cpu.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, openBenchDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { createPictures, type Picture } from './harness/pictures.ts'
import type { Postgres } from './harness/postgres.ts'
import { createTemporaryFolder } from './harness/processes.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'
import { uploadPictures } from './harness/uploads.ts'

const WHOLE_MAX = { PGlite: 1.2, PostgreSQL: 1.1 }
const MEMORY_MAX_MB = { PGlite: 700, PostgreSQL: 300 }
/** Limit of the last third of the rounds against the first; more is a leak. */
const FLAT_MAX = 1.1

/**
 * CPU of an upload from the first byte to the last row, against decoding and encoding alone, and the memory of the
 * server.
 */
export const ingest: Bench = {
  name: 'ingest',
  target:
    'CPU per photo of the whole path ≤ 1.2 × bare 1300→800→300 cascade, ≤ 1.1 × on PostgreSQL; memory ≤ 700 MB, ≤ 300 MB on PostgreSQL, and flat',
  run: options => runOnBothEngines(options, measureWholePath),
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

/** Writes pictures into a new folder; returns their paths. */
async function writePictures(folder: string, pictures: readonly Picture[]): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const paths = pictures.map(({ name }) => join(folder, name))
  await Promise.all(pictures.map(({ bytes }, i) => writeFile(paths[i]!, bytes)))
  return paths
}

/** Runs the image work alone: one decode, each variant scaled from the previous one, the server's JPEG settings. */
async function runBareCascade(paths: readonly string[]): Promise<void> {
  sharp.concurrency(1)
  sharp.cache(false)
  await forEachConcurrently(paths, async path => {
    let picture = sharp(path, { sequentialRead: true }).autoOrient()
    for (const size of [1300, 800, 300]) {
      const { data, info } = await picture
        .resize({ width: size, height: size, fit: 'inside', withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true })
      const { width, height, channels } = info
      picture = sharp(data, { raw: { width, height, channels } })
      await picture.clone().jpeg({ quality: 80, optimiseCoding: false }).toBuffer()
    }
  })
}

/** Runs `work` for all items, two at a time: one per core. */
async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const queue = [...items]
  const worker = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await work(next)
  }
  await Promise.all([worker(), worker()])
}

const formatMs = (seconds: number[]) => (computeMedian(seconds) * 1000).toFixed(0)
