import { setTimeout } from 'node:timers/promises'
import * as contract from '#contract/albums.ts'
import { SERVICES } from '#contract/endpoint.ts'
import { getPhotos, PHOTOS_PAGE } from '#contract/photos.ts'
import type { Client } from '#server/testing/client.ts'
import { findAlbumCountErrors } from '#server/testing/consistency-checks.ts'
import { type Bench, type BenchOptions, type Outcome, verify } from './harness/bench.ts'
import { signIn } from './harness/customer.ts'
import { addCustomer, createDataDirectory, withDatabase } from './harness/data-directory.ts'
import { onBothEngines } from './harness/engines.ts'
import { figure } from './harness/figure.ts'
import { fillLibrary, vacuumAnalyze } from './harness/library.ts'
import { alternate, elapsed, median } from './harness/rounds.ts'
import { startServer } from './harness/server.ts'

const SIZE_MAX = 1.25
const COPY_MAX_S = 5
const COPIED = 10_000
const LARGE = 50_000
const SMALL = 500
const MANY_ALBUMS = 2000
const FEW_ALBUMS = 60
/** The embedded engine's autovacuum has analyzed the tables after this time. */
const AUTOVACUUM_MS = 65_000

/** The cost of a page must not depend on the size or number of albums; a large copy is one call. */
export const albums: Bench = {
  name: 'albums',
  target:
    'p50 of a page of an album of 50,000 ≤ 1.25 × of 500, of a list of 2,000 albums ≤ 1.25 × of 60, copy of 10,000 ≤ 5 s, on both engines',
  run: options => onBothEngines(options, onEngine),
}

async function onEngine(engine: string, options: BenchOptions, url: string | undefined): Promise<Outcome> {
  const { quick, log } = options
  await using resources = new AsyncDisposableStack()
  const dataDirectory = await createDataDirectory(resources, url)
  const large = quick ? COPIED : LARGE
  const [owner, collector] = await withDatabase(dataDirectory, async database => {
    const customers = [await addCustomer(database.db), await addCustomer(database.db)] as const
    log(`${engine}: making a library of ${large.toLocaleString('en')} photos`)
    await fillLibrary(database.db, customers[0].accountId, large)
    return customers
  })
  const server = await startServer(dataDirectory, resources)
  const client = await signIn(server.origin, owner)
  const many = await signIn(server.origin, collector)
  const { ids, copies } = await measureCopies(client, quick ? 2 : 5, large)
  const [big, small] = [
    await createFilledAlbum(client, ids),
    await createFilledAlbum(client, ids.slice(0, SMALL)),
  ]
  const count = quick ? 200 : MANY_ALBUMS
  log(`${engine}: making ${count} albums`)
  for (let i = 0; i < count; i++) await many.call(contract.createAlbum, { body: { name: `Album ${i}` } })
  for (let i = 0; i < FEW_ALBUMS; i++)
    await client.call(contract.createAlbum, { body: { name: `Album ${i}` } })
  if (url) await withDatabase(dataDirectory, vacuumAnalyze)
  else {
    log(`${engine}: waiting for its autovacuum`)
    await setTimeout(AUTOVACUUM_MS)
  }
  const page = (id: string, query: string) => get(client, `/albums/${id}/photos?${query}`)
  const figures = [
    figure(`${engine}: copy of ${COPIED.toLocaleString('en')} photos into an album`, copies, {
      atMost: COPY_MAX_S,
      unit: 's',
    }),
  ]
  for (const query of ['limit=24', `limit=${PHOTOS_PAGE}`, 'limit=24&sortKey=dateTaken'])
    figures.push(
      await compareP50(
        `${engine}: a page (${query}) of an album of ${large.toLocaleString('en')} against ${SMALL}`,
        options,
        () => page(big, query),
        () => page(small, query),
      ),
    )
  figures.push(
    await compareP50(
      `${engine}: a page of ${count.toLocaleString('en')} albums against ${FEW_ALBUMS}`,
      options,
      () => get(many, '/albums?limit=50'),
      () => get(client, '/albums?limit=50'),
    ),
  )
  await server.close()
  const differences = await withDatabase(dataDirectory, ({ db }) =>
    findAlbumCountErrors({ db } as never, owner.accountId),
  )
  verify(differences.length === 0, 'counts, sizes and covers equal a recount')
  return {
    correct: [`${engine}: counts, sizes and covers of all albums equal a recount`],
    figures,
  }
}

/** Ids of the library, and the seconds of each copy of COPIED photos into a new album. */
async function measureCopies(client: Client, rounds: number, large: number) {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await client.call(getPhotos, { query: cursor ? { cursor } : {} })
    ids.push(...page.images.map(image => image.imageId))
    cursor = page.cursor
  }
  verify(ids.length === large, 'the library is complete')
  const copies: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { albumId } = await client.call(contract.createAlbum, { body: { name: `Copy ${round}` } })
    const selection = { photoIds: ids.slice(0, COPIED) }
    const call = () => client.call(contract.addAlbumPhotos, { params: { id: albumId }, body: { selection } })
    copies.push((await elapsed(call)) / 1000)
    const { photosCount } = await client.call(contract.getAlbum, { params: { id: albumId } })
    verify(photosCount === COPIED, 'all photos were copied')
  }
  return { ids, copies }
}

async function createFilledAlbum(client: Client, ids: readonly string[]): Promise<string> {
  const { albumId } = await client.call(contract.createAlbum, { body: { name: `${ids.length} photos` } })
  for (let at = 0; at < ids.length; at += COPIED) {
    const selection = { photoIds: ids.slice(at, at + COPIED) }
    await client.call(contract.addAlbumPhotos, { params: { id: albumId }, body: { selection } })
  }
  const { photosCount } = await client.call(contract.getAlbum, { params: { id: albumId } })
  verify(photosCount === ids.length, 'the album is full')
  return albumId
}

async function get(client: Client, path: string): Promise<void> {
  const answer = await client.fetch(SERVICES.photoManagement + path)
  verify(answer.ok, `${path} is answered`)
  await answer.arrayBuffer()
}

async function compareP50(
  what: string,
  { quick }: BenchOptions,
  product: () => Promise<void>,
  reference: () => Promise<void>,
) {
  const [rounds, calls] = quick ? [3, 30] : [9, 120]
  const p50 = (work: () => Promise<void>) => async () => {
    const times: number[] = []
    for (let i = 0; i < calls; i++) times.push(await elapsed(work))
    return median(times)
  }
  await p50(product)()
  await p50(reference)()
  const measured = await alternate(rounds, p50(product), p50(reference))
  return figure(
    what,
    measured.map(each => each.product / each.reference),
    { atMost: SIZE_MAX, note: `${median(measured.map(each => each.product)).toFixed(2)} ms a page` },
  )
}
