import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { createTemporaryFolder } from '#server/testing/temporary-folder.ts'
import { type Bench, type BenchOptions, verify } from './harness/bench.ts'
import { getCpuSeconds, getOwnCpuSeconds } from './harness/cpu.ts'
import { createFigure, type Figure } from './harness/figure.ts'
import { generateLoad } from './harness/load.ts'
import { createPictures } from './harness/pictures.ts'
import { terminate } from './harness/processes.ts'
import { computeMedian, measureAlternately } from './harness/rounds.ts'
import { nodeFlags } from './harness/server.ts'
import { ENGINES, type Engine, type Measurement, type Side, startSide } from './sides.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Minimum ratios: CPU of the bare route divided by CPU of the product's answer. Cold: 111 µs by 700 and by 1250 µs. */
const READS_MIN = {
  PostgreSQL: { cold: 0.159, 'month page': 0.8, 'month page, compressed': 0.8, 'hundred orders': 0.5 },
  embedded: { cold: 0.089, 'month page': 0.5, 'month page, compressed': 0.5, 'hundred orders': 0.5 },
}
const UPLOAD = 'upload of a photo'
const UPLOAD_MAX = { PostgreSQL: 1.1, embedded: 1.2 }
const MEMORY_MAX_MB = { PostgreSQL: 300, embedded: 700 }
/** Limit of the last third of the rounds against the first; more is a leak. */
const FLAT_MAX = 1.1
const PICTURES = 4

/** CPU of what the product does against the least that it could be, its database counted in, and the memory of uploads. */
export const bare: Bench = {
  name: 'bare',
  target:
    'CPU of a bare Fastify route with the same JSON against the answer: a month page cold ≥ 0.159 (PostgreSQL) and ≥ 0.089 (embedded), warm ≥ 0.8 and ≥ 0.5; a page of orders ≥ 0.5. CPU of an upload ≤ 1.1 and ≤ 1.2 × the bare 1300→800→300 cascade; memory ≤ 300 and ≤ 700 MB, and flat',
  async run(options) {
    const figures: Figure[] = []
    for (const engine of ENGINES) {
      await using resources = new AsyncDisposableStack()
      const { cold, ...warm } = READS_MIN[engine]
      const coldSide = await startSide(engine, ROOT, resources, { ANSWER_CACHE_MB: '0' })
      figures.push(await compareRead(engine, coldSide, 'month page', cold, options, ' cold'))
      const side = await startSide(engine, ROOT, resources)
      for (const [name, atLeast] of Object.entries(warm))
        figures.push(await compareRead(engine, side, name, atLeast, options))
      figures.push(...(await compareUploads(engine, side, options)))
    }
    return figures
  },
}

async function compareRead(
  engine: Engine,
  { samples, measure }: Side,
  name: string,
  atLeast: number,
  { quick, log }: BenchOptions,
  state = '',
): Promise<Figure> {
  log(`${engine}: ${name}${state}`)
  await using resources = new AsyncDisposableStack()
  const file = join(await createTemporaryFolder(resources), 'answer.json')
  const { url, headers } = samples[name]!
  const json = await (await fetch(url, { headers })).text()
  await writeFile(file, json)
  const route = await startReference(file, resources)
  verify((await (await fetch(route.origin)).text()) === json, 'the bare route sends the same JSON')
  const [warmUpRounds, rounds] = quick ? [1, 3] : [8, 15]
  const [product, reference] = [() => measure(name), () => route.measure(headers)]
  await measureAlternately(warmUpRounds, product, reference)
  const measured = await measureAlternately(rounds, product, reference)
  return createFigure(
    `${engine}: ${name}${state}`,
    measured.map(each => each.reference / each.product.cpu),
    {
      atLeast,
      note: `${formatMedian(measured.map(each => each.product.cpu * 1e6))} µs, the bare route ${formatMedian(measured.map(each => each.reference * 1e6))} µs`,
    },
  )
}

async function compareUploads(
  engine: Engine,
  side: Side,
  { quick, log, resources }: BenchOptions,
): Promise<Figure[]> {
  // The compiler has seen enough after 160 photos.
  const [warmUpRounds, rounds] = quick ? [1, 3] : [40, 36]
  const paths = await writePictures(await createTemporaryFolder(resources))
  const memory: number[] = []
  const upload = async (): Promise<Measurement> => {
    const measured = await side.measure(UPLOAD)
    memory.push(measured.memory)
    return measured
  }
  log(`${engine}: uploading (${warmUpRounds} + ${rounds}) × ${PICTURES} pictures of 12 megapixels`)
  for (let round = 0; round < warmUpRounds; round++) await upload()
  await measureCascade(paths)
  const measured = await measureAlternately(rounds, upload, () => measureCascade(paths))
  const third = Math.ceil(memory.length / 3)
  return [
    createFigure(
      `${engine}: whole path of an upload`,
      measured.map(each => each.product.cpu / each.reference),
      {
        atMost: UPLOAD_MAX[engine],
        note: `${formatMedian(measured.map(each => each.product.cpu * 1e3))} ms of CPU per photo, bare ${formatMedian(measured.map(each => each.reference * 1e3))} ms`,
      },
    ),
    createFigure(`${engine}: memory of the server at most`, [Math.max(...memory)], {
      atMost: MEMORY_MAX_MB[engine],
      unit: 'MB',
    }),
    // The first batch is the start of the server.
    createFigure(
      `${engine}: memory of the last third of the rounds against the first`,
      [computeMedian(memory.slice(-third)) / computeMedian(memory.slice(1, third + 1))],
      { atMost: FLAT_MAX },
    ),
  ]
}

async function writePictures(folder: string): Promise<string[]> {
  const pictures = await createPictures(PICTURES)
  await Promise.all(pictures.map(({ name, bytes }) => writeFile(join(folder, name), bytes)))
  return pictures.map(({ name }) => join(folder, name))
}

/**
 * Measures the image work alone, per picture, two at a time: one decode, each variant scaled from the one before, the server's
 * JPEG settings.
 */
async function measureCascade(paths: readonly string[]): Promise<number> {
  sharp.concurrency(1)
  sharp.cache(false)
  const before = getOwnCpuSeconds()
  await Readable.from(paths).forEach(runCascade, { concurrency: 2 })
  return (getOwnCpuSeconds() - before) / paths.length
}

async function runCascade(path: string): Promise<void> {
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
}

const formatMedian = (values: readonly number[]) => computeMedian(values).toFixed(0)

interface Reference {
  origin: string
  /** Loads it for a second; CPU seconds per answer. */
  measure(headers: Record<string, string>): Promise<number>
}

/** Starts a bare Fastify route that sends the JSON of a file, in a process with the server's flags. */
async function startReference(file: string, resources: AsyncDisposableStack): Promise<Reference> {
  const child = fork(new URL('./harness/reference-process.ts', import.meta.url), [file], {
    execArgv: [...nodeFlags],
    env: { ...process.env, MALLOC_ARENA_MAX: '2', NODE_ENV: 'production', NODE_NO_WARNINGS: '1' },
  })
  resources.defer(() => terminate(child))
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }]
  return {
    origin,
    async measure(headers) {
      const before = getCpuSeconds(child.pid!)
      const requests = await generateLoad([`${origin}/page`], 1, headers)
      return (getCpuSeconds(child.pid!) - before) / requests
    },
  }
}
