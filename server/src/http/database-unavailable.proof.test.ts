import { setTimeout as later } from 'node:timers/promises'
import { expect, test } from 'vitest'
import * as contract from '#contract/photos.ts'
import { LEASE_MS } from '../domains/uploads/lease.ts'
import { Client } from '../testing/client.ts'
import { findMonthCountErrors } from '../testing/consistency-checks.ts'
import { createTestStorage, PASSWORD, type TestServer, testServer } from '../testing/harness.ts'
import { jpeg } from '../testing/pictures.ts'
import { openLibrarySocket } from '../testing/sockets.ts'
import { startUnreliableProxy } from '../testing/unreliable-proxy.ts'

/** The duration of the outage: short by default, 30 s with DATABASE_AWAY_MS=30000. */
const OUTAGE_MS = Number(process.env.DATABASE_AWAY_MS ?? 2000)
/** The limit of a response: far more than the promised 2 s (P8), as the machine may be busy. */
const ANSWER_MS = 60_000
/** The heartbeat: a database that misses four is unavailable. */
const HEARTBEAT_MS = 250

type Answers = { status: number; ms: number; retryAfter: string | null; body: string; what: string }[]

/** The concurrent requests of a customer, continued after failures; records every response. */
class CustomerLoad {
  readonly answers: Answers = []
  readonly added = new Map<string, Buffer>()
  readonly deleted: string[] = []
  resumed = 0
  #ending = false
  readonly #customer: Client
  readonly #pictures: Buffer[]

  constructor(customer: Client, pictures: Buffer[]) {
    this.#customer = customer
    this.#pictures = pictures
  }

  run = () => Promise.all([this.#upload(), this.#readTimeline(), this.#deletePhotos()])

  end(): void {
    this.#ending = true
  }

  async #request(what: string, call: () => Promise<Response>): Promise<Response> {
    const began = performance.now()
    const answer = await call()
    const { status, headers } = answer
    const body = await answer.clone().text()
    const ms = performance.now() - began
    this.answers.push({ status, ms, retryAfter: headers.get('retry-after'), body, what })
    if (!answer.ok) await later(20)
    return answer
  }

  async #upload(): Promise<void> {
    for (let bytes = this.#pictures.shift(); bytes && !this.#ending; bytes = this.#pictures.shift()) {
      const { length } = bytes
      let location: string | null = null
      while (!location)
        location = (
          await this.#request('create', () => this.#customer.createUpload('a.jpg', length))
        ).headers.get('location')
      const half = Math.floor(length / 2)
      for (let offset = 0; offset < length; ) {
        const from = offset
        const part = from < half ? bytes.subarray(from, half) : bytes.subarray(from)
        const sent = await this.#request('patch', () => this.#customer.patch(location!, from, part))
        const current = sent.ok ? sent : await this.#offset(location)
        const next = Number(current.headers.get('upload-offset'))
        // Acknowledged bytes are never requested again.
        expect(next).toBeGreaterThanOrEqual(from)
        if (!sent.ok && next > 0) this.resumed++
        offset = next
      }
      this.added.set(location.split('/').at(-1)!, bytes)
    }
  }

  async #offset(location: string): Promise<Response> {
    for (;;) {
      const head = await this.#request('head', () => this.#customer.head(location))
      if (head.ok) return head
    }
  }

  async #readTimeline(): Promise<void> {
    while (!this.#ending) {
      await this.#request('read', () => this.#customer.fetch('/api/photo-management/users/timeline'))
      await later(10)
    }
  }

  async #deletePhotos(): Promise<void> {
    while (!this.#ending) {
      await later(50)
      const page = await this.#request('read', () => this.#customer.fetch('/api/photo-management/photos'))
      if (!page.ok) continue
      const { images } = (await page.json()) as contract.PhotoPage
      const image = images.at(-1)
      if (!image) continue
      const body = JSON.stringify({ photoIds: [image.imageId] })
      const init = { method: 'DELETE', body, headers: { 'content-type': 'application/json' } }
      const gone = await this.#request('delete', () =>
        this.#customer.fetch('/api/photo-management/photos', init),
      )
      if (gone.ok) this.deleted.push(image.imageId)
    }
  }
}

test.runIf(process.env.TEST_DATABASE_URL).each(['refuses', 'is unresponsive'] as const)(
  'P8 the database %s under load: 503 immediately, uploads resume at their offset, no acknowledged data is lost',
  { timeout: OUTAGE_MS + 60_000 },
  async how => {
    const storage = await createTestStorage()
    const proxy = await startUnreliableProxy(new URL((storage.location as { url: string }).url))
    const server = await testServer({
      storage: { ...storage, location: { url: proxy.url } },
      config: { rateLimits: false },
      databaseBeatMs: HEARTBEAT_MS,
    })
    const customer = await server.customer()
    const listen = async () => {
      return openLibrarySocket(server.origin, customer.token)
    }
    let socket = await listen()
    const load = new CustomerLoad(customer, await Promise.all(Array.from({ length: 400 }, () => jpeg())))
    const running = load.run()
    const waitForUploads = (count: number) => expect.poll(() => load.added.size).toBeGreaterThan(count)
    await waitForUploads(2)

    if (how === 'refuses') proxy.refuse(Number.POSITIVE_INFINITY)
    else proxy.stall()
    const [before, from] = [load.answers.length, performance.now()]
    await expect.poll(() => statusOf(server, '/readyz')).toBe(503)
    expect(await statusOf(server, '/healthz')).toBe(200)
    await later(OUTAGE_MS - (performance.now() - from))
    const meanwhile = load.answers.slice(before)
    proxy.resume()
    await expect.poll(() => statusOf(server, '/readyz')).toBe(200)

    // The lease of an upload whose request could not end it in the outage expires.
    server.clock.advance(LEASE_MS)
    await waitForUploads(load.added.size + 3)
    load.end()
    await running
    const refused = load.answers.filter(({ status }) => status >= 400)
    expect(meanwhile.filter(({ status }) => status === 503).length).toBeGreaterThan(3)
    expect(refused.map(({ status, retryAfter, what }) => [what, status, retryAfter])).toEqual(
      refused.map(({ what }) => [what, 503, '5']),
    )
    for (const { body, what } of refused)
      if (what !== 'head') expect(JSON.parse(body)).toMatchObject({ code: 'unavailable' })
    expect(Math.max(...load.answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS)

    // Jobs and push messages have recovered.
    await server.idle()
    if (how === 'refuses') {
      // Messages may have been lost: the socket is closed, so that the page polls.
      expect(await socket.closed).toBe(1013)
      socket = await listen()
    }
    const received = socket.received.length
    await customer.upload('last.jpg', await jpeg())
    await expect.poll(() => socket.received.length).toBeGreaterThan(received)
    const libraryAndBin = async () => {
      const { images } = await customer.call(contract.getPhotos)
      const { images: binned } = await customer.call(contract.getDeletedPhotos)
      return { images, binned, all: new Map([...images, ...binned].map(image => [image.uploadId, image])) }
    }
    const states = async () => {
      const { all } = await libraryAndBin()
      return new Set(load.added.keys().map(uploadId => all.get(uploadId)?.state ?? 'lost'))
    }
    // A job whose worker could not report its failure is retried after a missed heartbeat.
    await expect.poll(states, { interval: 200 }).toEqual(new Set(['ready']))
    const { images, binned } = await libraryAndBin()
    const gone = new Set(binned.map(image => image.imageId))
    for (const photoId of load.deleted) expect(gone).toContain(photoId)
    for (const { uploadId, url } of images) {
      const bytes = load.added.get(uploadId)
      if (bytes) expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
    }
    expect(await findMonthCountErrors(server.ctx, customer.accountId)).toEqual([])
    const { app, origin } = server
    const again = await Client.signIn(app, origin, customer.accountId, customer.email, PASSWORD)
    expect((await again.call(contract.getUser)).photosCount).toBe(images.length)
    socket.close()
    await server.close()
    proxy.close()
    await storage.remove()
  },
)

async function statusOf(server: TestServer, path: string): Promise<number> {
  return (await fetch(server.origin + path)).status
}
