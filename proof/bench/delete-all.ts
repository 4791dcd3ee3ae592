import { setTimeout as wait } from 'node:timers/promises'
import { addAlbumPhotos, createAlbum } from '#contract/albums.ts'
import * as contract from '#contract/photos.ts'
import type { Client } from '#server/testing/client.ts'
import { findAlbumCountErrors, findMonthCountErrors } from '#server/testing/consistency-checks.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, withDatabase } from './harness/data-directory.ts'
import { runOnBothEngines } from './harness/engines.ts'
import { createFigure } from './harness/figure.ts'
import { FULL_MONTH, fillLibrary, vacuumAnalyze } from './harness/library.ts'
import type { Postgres } from './harness/postgres.ts'
import { measureElapsedMs } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const PHOTOS = 100_000
const IN_ALBUM = 10_000
const ANSWER_MAX_S = 1
const FINISH_MAX_S = 60
const COPY_MAX_S = 5

/** Deleting a whole library answers immediately, finishes soon and does not slow down others. */
export const deleteAll: Bench = {
  name: 'delete-all',
  target: `delete-all of ${PHOTOS.toLocaleString('en')} photos answers in ≤ 1 s and is finished in ≤ 60 s, and so is its undo, on both engines`,
  run: options => runOnBothEngines(options, measureEngine),
}

async function measureEngine(
  engine: string,
  options: BenchOptions,
  postgres: Postgres | null,
): Promise<Outcome> {
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, postgres?.url)
  options.log(`${engine}: making a library of ${PHOTOS.toLocaleString('en')} photos`)
  const [owner, other] = await withDatabase(dataDirectory, async database => {
    const customers = [await addCustomer(database.db), await addCustomer(database.db)] as const
    await fillLibrary(database.db, customers[0].accountId, PHOTOS)
    await fillLibrary(database.db, customers[1].accountId, 1000)
    await vacuumAnalyze(database)
    return customers
  })
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, owner)
  const otherClient = await signIn(server.origin, other)
  const copySeconds = await fillAlbum(client)
  const rounds = options.quick ? 1 : 3
  const [answers, ends, undos, waits]: number[][] = [[], [], [], []]
  for (let round = 0; round < rounds; round++) {
    options.log(`${engine}: deleting all photos and restoring them`)
    const deletion = await measureMove(otherClient, () => client.call(contract.deleteAllPhotos), client)
    await verifyPhotoCount(client, 0)
    answers!.push(deletion.answered)
    ends!.push(deletion.ended)
    waits!.push(deletion.longestWaitMs)
    const body = { moveId: deletion.moveId }
    const restoration = await measureMove(
      otherClient,
      () => client.call(contract.restoreAllPhotos, { body }),
      client,
    )
    await verifyPhotoCount(client, PHOTOS)
    undos!.push(restoration.ended)
  }
  await server.close()
  const differences = await withDatabase(dataDirectory, async ({ db }) => [
    ...(await findMonthCountErrors({ db } as never, owner.accountId)),
    ...(await findAlbumCountErrors({ db } as never, owner.accountId)),
  ])
  verify(differences.length === 0, 'months and albums equal a recount')
  const seconds = { unit: 's' }
  return {
    correct: [`${engine}: all photos are deleted, and restored; months and albums equal a recount`],
    figures: [
      createFigure(`${engine}: delete-all of ${PHOTOS.toLocaleString('en')} is finished`, ends!, {
        ...seconds,
        atMost: FINISH_MAX_S,
      }),
      createFigure(`${engine}: it is answered`, answers!, { ...seconds, atMost: ANSWER_MAX_S }),
      createFigure(`${engine}: its undo is finished`, undos!, { ...seconds, atMost: FINISH_MAX_S }),
      createFigure(`${engine}: adding ${IN_ALBUM.toLocaleString('en')} photos to an album`, [copySeconds], {
        ...seconds,
        atMost: COPY_MAX_S,
      }),
      createFigure(`${engine}: longest wait of another customer for a page meanwhile`, waits!, {
        ...seconds,
        atMost: ANSWER_MAX_S,
      }),
    ],
  }
}

/** Adds a tenth of the library to an album by one call; returns its seconds. */
async function fillAlbum(client: Client): Promise<number> {
  const { albumId } = await client.call(createAlbum, { body: { name: 'Ten thousand' } })
  const params = { year: FULL_MONTH.year, month: FULL_MONTH.month }
  const selection = { groupBy: 'dateTaken' as const, months: [{ ...params, except: [] }] }
  const add = () => client.call(addAlbumPhotos, { params: { id: albumId }, body: { selection } })
  const seconds = (await measureElapsedMs(add)) / 1000
  const { albumsCount } = await client.call(contract.getUser)
  verify(albumsCount === 1, `the album holds about ${IN_ALBUM} photos`)
  return seconds
}

/**
 * Measures seconds until the answer and until the end of the move, and of the longest wait of another customer for a
 * page.
 */
async function measureMove(otherClient: Client, start: () => Promise<contract.LibraryMove>, client: Client) {
  const started = performance.now()
  const { moveId } = await start()
  const answeredSeconds = (performance.now() - started) / 1000
  let longestWaitSeconds = 0
  while ((await client.call(contract.getUser)).move) {
    const page = () => otherClient.call(contract.getPhotos, { query: { limit: 100 } })
    longestWaitSeconds = Math.max(longestWaitSeconds, (await measureElapsedMs(page)) / 1000)
    await wait(200)
  }
  return {
    moveId,
    answered: answeredSeconds,
    longestWaitMs: longestWaitSeconds,
    ended: (performance.now() - started) / 1000,
  }
}

async function verifyPhotoCount(client: Client, photos: number): Promise<void> {
  const { photosCount, deletedCount } = await client.call(contract.getUser)
  verify(photosCount === photos && deletedCount === PHOTOS - photos, `${photos} photos are in the library`)
}
