import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as contract from '#contract/photos.ts'
import { jobs as declaredJobs } from '../../app.ts'
import { findRow } from '../../platform/db/rows.ts'
import { createLog } from '../../platform/log/log.ts'
import { subscribeToAccount } from '../../platform/push/account-channel.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { heic, jpeg } from '../../testing/pictures.ts'
import { isProof } from '../../testing/sample.ts'
import { uploadStream } from '../uploads/index.ts'
import { cleanUpPhotos } from './index.ts'

type Options = NonNullable<Parameters<typeof testServer>[0]>

async function openServer(options: Options = {}): Promise<TestServer> {
  const server = await testServer(options)
  onTestFinished(() => server.close())
  return server
}

const upload = async (customer: Client, bytes: Buffer) =>
  expect((await customer.upload('picture', bytes)).response.status).toBe(204)

async function onlyPhoto(customer: Client): Promise<contract.Image> {
  const { images } = await customer.call(contract.getPhotos)
  expect(images).toHaveLength(1)
  return images[0]!
}

/** Appends the letter of a customer to the list when a photo of theirs becomes ready. */
function recordReady(server: TestServer, customers: Record<string, Client>): string[] {
  const ready: string[] = []
  for (const [letter, { accountId }] of Object.entries(customers))
    subscribeToAccount(server.ctx, accountId, body => {
      if ((body as { change?: string }).change === 'updated') ready.push(letter)
    })
  return ready
}

/** Makes retries due now. */
const hurryRetries = (server: TestServer) =>
  sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(server.ctx.db)

const jobsOf = async (server: TestServer) => {
  const { rows } = await sql<{ photoId: string; name: string }>`
    select data ->> 'photoId' as "photoId", name from pgboss.job
    where data ? 'photoId' and state < 'completed' order by priority desc, created_on`.execute(server.ctx.db)
  return rows
}

const TEN_MINUTES_MS = 600_000

describe('RV-301 accounts take turns', () => {
  test('RV-301 a photo is ready after one of each other account, however many they have waiting', async () => {
    const server = await openServer({ work: false })
    const [a, b] = [await server.customer(), await server.customer()]
    for (let i = 0; i < 5; i++) await upload(a, await heic())
    for (let i = 0; i < 2; i++) await upload(b, await heic())
    const ready = recordReady(server, { a, b })
    await server.ctx.jobs.work(server.ctx, declaredJobs)
    await expect.poll(() => ready.join('')).toBe('ababaaa')
  })

  test('RV-301 a new account starts at the turn of the others, not before all their waiting photos', async () => {
    const server = await openServer()
    const [a, b] = [await server.customer(), await server.customer()]
    for (let i = 0; i < 3; i++) await upload(a, await heic())
    await server.idle()
    for (let i = 0; i < 2; i++) await upload(b, await heic())
    await server.idle()
    const { rows } = await sql<{ turn: number }>`
      select -priority as turn from pgboss.job where data ->> 'accountId' = ${b.accountId} and name = 'photos.ingest-heic' order by 1`.execute(
      server.ctx.db,
    )
    expect(rows[0]!.turn).toBe(4)
  })

  test('RV-301 a photo that a customer waits for does not wait for imported ones', async () => {
    const server = await openServer({ work: false })
    const [a, b] = [await server.customer(), await server.customer()]
    for (let i = 0; i < 3; i++) {
      const bytes = await jpeg()
      const file = { uploadId: randomUUID(), fileName: 'imported', sha256: null, size: bytes.length }
      const imported = { date: null }
      const stream = Readable.from([bytes])
      const outcome = await uploadStream(server.ctx, a.accountId, { ...file, imported }, stream)
      expect(outcome).toMatchObject({ state: 'added' })
    }
    for (let i = 0; i < 2; i++) await upload(b, await jpeg())
    const awaited = (await b.call(contract.getPhotos)).images.map(image => image.imageId)
    const queue = (await jobsOf(server)).map(job => job.photoId)
    expect(queue).toHaveLength(5)
    expect(queue.slice(0, 2).toSorted()).toEqual(awaited.toSorted())
  })

  test('RV-301 a JPEG does not wait for HEICs', async () => {
    const server = await openServer({ work: false })
    // All of one customer: by their turns alone the JPEG would be last.
    const customer = await server.customer()
    for (let i = 0; i < 4; i++) await upload(customer, await heic({ columns: 4, rows: 4 }))
    await customer.upload('last.jpg', await jpeg())
    const { images } = await customer.call(contract.getPhotos)
    const jpegId = images.find(image => image.localFileName === 'last.jpg')!.imageId
    const ready: string[] = []
    subscribeToAccount(server.ctx, customer.accountId, body => {
      const { change, photoIds = [] } = body as { change?: string; photoIds?: string[] }
      if (change === 'updated') ready.push(...photoIds)
    })
    await server.ctx.jobs.work(server.ctx, declaredJobs)
    await expect.poll(() => ready.length).toBe(5)
    expect(ready.indexOf(jpegId)).toBeLessThan(2)
  })
})

describe('RV-303 every photo ends in a stated state', () => {
  test('RV-303 a HEIC too large for the decoder is not decoded: it cannot be shown, and its original stays', async () => {
    const lines: string[] = []
    const server = await openServer({
      log: createLog({ level: 'warn', destination: { write: line => lines.push(line) } }),
    })
    const customer = await server.customer()
    // The size and the chroma format of the headers count: 17000 × 17000, 4:4:4.
    const file = await heic()
    for (let at = file.indexOf('ispe'); at >= 0; at = file.indexOf('ispe', at + 4)) {
      file.writeUInt32BE(17_000, at + 8)
      file.writeUInt32BE(17_000, at + 12)
    }
    file[file.indexOf('hvcC') + 4 + 16]! |= 3
    await upload(customer, file)
    await server.idle()
    const image = await onlyPhoto(customer)
    expect(image).toMatchObject({ state: 'failed', thumbnails: [], visibleWidth: 17_000 })
    expect(lines.join('')).toMatch(/decoding needs \d+ MiB.*picture cannot be shown, original kept/)
    const original = await fetch(image.url)
    expect(Buffer.from(await original.arrayBuffer()).equals(file)).toBe(true)
    expect((await fetch(image.untouchedUrl)).status).toBe(404)
  })

  test('RV-303 a HEIC that stops its decoder three times cannot be shown, and is not tried again', async () => {
    const server = await openServer({ heic: { maxMemoryMb: 40 } })
    const customer = await server.customer()
    const makeVariants = vi.spyOn(server.ctx.images, 'makeVariants')
    const file = await heic()
    await upload(customer, file)
    await expect
      .poll(() => hurryRetries(server).then(() => onlyPhoto(customer)), { interval: 200 })
      .toMatchObject({ state: 'failed' })
    expect(makeVariants).toHaveBeenCalledTimes(3)
    const image = await onlyPhoto(customer)
    expect((await fetch(image.untouchedUrl)).status).toBe(404)
    expect((await fetch(image.url)).status).toBe(200)
    // The same file again is the same photo, not another three stops.
    await upload(customer, file)
    await server.idle()
    server.clock.advance(TEN_MINUTES_MS + 1000)
    await cleanUpPhotos(server.ctx, new AbortController().signal)
    expect(await jobsOf(server)).toEqual([])
    expect(makeVariants).toHaveBeenCalledTimes(3)
  })
})

describe('RV-703 a store that fails', () => {
  test.runIf(isProof)(
    'RV-703 costs no photo: its job is retried for hours, and the photo is ready when the store is back',
    async () => {
      const server = await openServer()
      const customer = await server.customer()
      const blobs = join(server.ctx.config.dataDir, 'blobs')
      const withPath = vi.spyOn(server.ctx.blobs, 'withPath')
      const moved = Promise.withResolvers<void>()
      withPath.mockImplementationOnce(async () => {
        await rename(blobs, `${blobs}-away`)
        moved.resolve()
        throw Object.assign(new Error('the store is away'), { code: 'EIO' })
      })
      await upload(customer, await jpeg())
      await moved.promise
      await expect
        .poll(() => hurryRetries(server).then(() => withPath.mock.calls.length), { interval: 200 })
        .toBeGreaterThan(6)
      expect(await onlyPhoto(customer)).toMatchObject({ state: 'processing' })
      await rename(`${blobs}-away`, blobs)
      await expect
        .poll(() => hurryRetries(server).then(() => onlyPhoto(customer)), { interval: 200 })
        .toMatchObject({ state: 'ready' })
    },
  )

  test('RV-703 P28 a lost job is sent again though others wait, in the order of turns, and only once', async () => {
    const server = await openServer({ work: false })
    const customer = await server.customer()
    for (let i = 0; i < 4; i++) await upload(customer, await jpeg())
    const sent = await jobsOf(server)
    const lost = [sent[0]!.photoId, sent[2]!.photoId]
    await sql`delete from pgboss.job where data ->> 'photoId' = any(${lost})`.execute(server.ctx.db)
    const cleanUp = () => cleanUpPhotos(server.ctx, new AbortController().signal)
    await cleanUp()
    expect(await jobsOf(server)).toHaveLength(2)
    server.clock.advance(TEN_MINUTES_MS + 1000)
    await cleanUp()
    expect(await jobsOf(server)).toEqual(sent)
    await cleanUp()
    expect(await jobsOf(server)).toEqual(sent)
  })

  test('RV-703 a photo whose job is a dead letter is left to the operator', async () => {
    const server = await openServer({ work: false })
    const customer = await server.customer()
    await upload(customer, await jpeg())
    const { photoId } = (await jobsOf(server))[0]!
    await sql`update pgboss.job set name = 'dead-letters', source_name = name, source_root_id = id,
      id = gen_random_uuid() where name = 'photos.ingest'`.execute(server.ctx.db)
    server.clock.advance(TEN_MINUTES_MS + 1000)
    await cleanUpPhotos(server.ctx, new AbortController().signal)
    expect((await jobsOf(server)).map(job => job.name)).toEqual(['dead-letters'])
    expect(await server.ctx.jobs.retryDeadLetters()).toBe(1)
    await cleanUpPhotos(server.ctx, new AbortController().signal)
    expect((await jobsOf(server)).map(job => job.name)).toEqual(['photos.ingest'])
    await server.ctx.jobs.work(server.ctx, declaredJobs)
    await server.idle()
    expect(
      await findRow(server.ctx.db, 'photos', { account_id: customer.accountId, photo_id: photoId }),
    ).toMatchObject({
      state: 'ready',
    })
  })
})
