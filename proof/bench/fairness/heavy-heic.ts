import { readFile } from 'node:fs/promises'
import { UPLOADS_IN_PARALLEL } from '#contract/uploads.ts'
import { createGridHeic } from '#server/platform/images/heic-grid.testing.ts'
import type { Client } from '#server/testing/client.ts'
import { type BenchOptions, type Outcome, verify } from '../harness/bench.ts'
import { signIn } from '../harness/customer.ts'
import { addCustomer, createDataDirectory, withDatabase } from '../harness/data-directory.ts'
import { createFigure } from '../harness/figure.ts'
import { createPictures } from '../harness/pictures.ts'
import { computeMedian } from '../harness/rounds.ts'
import { startServer } from '../harness/server.ts'
import { countProcessing, measureTimeUntilReady, upload } from './time-until-ready.ts'

const TILE = new URL('../../../server/src/platform/images/fixtures/quadrants.heic', import.meta.url)
/** Tiles of 96 × 64 px per side. The decoder takes at most 1,000 tiles; small ones cost it more than their pixels. */
const HEAVY_TILES = 31
const LIGHT_TILES = 10

/** A customer with many heavy photos waiting delays another customer's photos by a bounded time. */
export async function measureHeavyHeic({ quick, log, resources }: BenchOptions): Promise<Outcome> {
  const [rounds, heavyCount] = quick ? [2, 20] : [5, 500]
  const dataDirectory = await createDataDirectory(resources)
  const [greedy, other] = await withDatabase(dataDirectory, async ({ db }) => [
    await addCustomer(db),
    await addCustomer(db),
  ])
  const server = await startServer(dataDirectory, resources)
  const [greedyClient, client] = [await signIn(server.origin, greedy), await signIn(server.origin, other)]
  const tile = await readFile(TILE)
  let createdCount = 0
  const createHeic = (tiles: number) => createGridHeic(tile, tiles, tiles, ++createdCount)
  const createJpeg = async () => (await createPictures(1))[0]!.bytes

  log('each kind of file alone')
  await measureTimeUntilReady(client, await createJpeg())
  const aloneMs = { jpeg: [] as number[], heic: [] as number[], heavy: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    aloneMs.jpeg.push(await measureTimeUntilReady(client, await createJpeg()))
    aloneMs.heic.push(await measureTimeUntilReady(client, await createHeic(LIGHT_TILES)))
    aloneMs.heavy.push(await measureTimeUntilReady(client, await createHeic(HEAVY_TILES)))
  }
  log(`uploading ${heavyCount} heavy files`)
  const uploadIds = await uploadAll(greedyClient, heavyCount, () => createHeic(HEAVY_TILES))
  log(`${rounds} rounds of another customer's photos`)
  const [jpegAlone, heicAlone, heavyAlone] = [
    computeMedian(aloneMs.jpeg),
    computeMedian(aloneMs.heic),
    computeMedian(aloneMs.heavy),
  ]
  const [jpegs, heics]: number[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    jpegs!.push(await measureTimeUntilReady(client, await createJpeg()))
    heics!.push(await measureTimeUntilReady(client, await createHeic(LIGHT_TILES)))
  }
  const processingCount = await countProcessing(greedyClient, uploadIds)
  verify(
    processingCount > heavyCount / 10,
    `${processingCount} of ${heavyCount} heavy files were still waiting`,
  )
  const formatSeconds = (values: number[]) => `${(computeMedian(values) / 1000).toFixed(2)} s`
  return {
    correct: [`${processingCount} of ${heavyCount} heavy files were still waiting at the end`],
    figures: [
      createFigure(
        'JPEG against 2 × its time alone + 1 s',
        jpegs!.map(ms => ms / (2 * jpegAlone + 1000)),
        { atMost: 1, note: `${formatSeconds(jpegs!)}, alone ${formatSeconds(aloneMs.jpeg)}` },
      ),
      createFigure(
        'HEIC against 3 × its time alone + one heavy file',
        heics!.map(ms => ms / (3 * heicAlone + heavyAlone)),
        {
          atMost: 1,
          note: `${formatSeconds(heics!)}, alone ${formatSeconds(aloneMs.heic)}, a heavy file ${formatSeconds(aloneMs.heavy)}`,
        },
      ),
    ],
  }
}

async function uploadAll(
  client: Client,
  count: number,
  createFile: () => Promise<Buffer>,
): Promise<string[]> {
  const uploadIds: string[] = []
  let remaining = count
  const worker = async () => {
    while (remaining-- > 0) uploadIds.push(await upload(client, await createFile()))
  }
  await Promise.all(Array.from({ length: UPLOADS_IN_PARALLEL }, worker))
  return uploadIds
}
