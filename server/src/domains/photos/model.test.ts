import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { LibraryModel } from '../../testing/library-model.ts'
import { jpeg, padded } from '../../testing/pictures.ts'
import { type Random, seededRandom } from '../../testing/random.ts'
import { recount } from '../../testing/recount.ts'
import { receiveFile } from '../uploads/index.ts'
import { blobKeys } from './blob-keys.ts'
import { tidy } from './erase.ts'
import { deleteAllPhotos, restoreAllPhotos } from './library-move.ts'
import { countPhotos, monthCounts } from './month-counts.ts'
import { moveLibrary } from './move-library.ts'
import { deletePhotos, erasePhotos, restorePhotos } from './photos.ts'
import { binPage, countBin, libraryPage } from './store.ts'
import { sweep } from './sweep.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 1500)
const SEED = Number(process.env.MODEL_SEED ?? 1826)
const CUSTOMERS = 6
/** Pictures everybody uploads from: few enough that the same one comes again and again. */
const POOL = 16
/** Steps all customers make together before everything is compared. */
const ROUND = 150
const BIN_DAYS = 4
const DAY = 86_400_000
const never = new AbortController().signal

interface Picture {
  name: string
  bytes: Buffer
  sha256: string
  takenMonth: number
}

let server: TestServer
let pool: Picture[]
beforeAll(async () => {
  server = await testServer({ config: { binDays: BIN_DAYS } })
  const base = await jpeg({ width: 40, height: 30 })
  pool = Array.from({ length: POOL }, (_, i) => picture(i, padded(base, base.length + 20)))
})
afterAll(() => server.close())

/** Every fourth has no date; the others are of eight months. */
function picture(i: number, bytes: Buffer): Picture {
  const [year, month] = [2019 + (i % 4), 1 + (i % 8)]
  const name = i % 4 === 3 ? `scan-${i}.jpg` : `IMG_${year}0${month}15_1200${String(i).padStart(2, '0')}.jpg`
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { name, bytes, sha256, takenMonth: i % 4 === 3 ? 197001 : year * 100 + month }
}

class Customer {
  readonly accountId = randomUUID()
  readonly model = new LibraryModel()
  readonly random: Random
  readonly strangers: Customer[]
  done: string[] = []

  constructor(seed: number, strangers: Customer[]) {
    this.random = seededRandom(seed)
    this.strangers = strangers
  }

  async step(): Promise<void> {
    const { ctx } = server
    const kind = this.random.below(100)
    if (kind < 40) return this.upload()
    const ids = this.ids()
    const now = server.clock.now().getTime()
    if (kind < 42) return this.moveAll('delete all', deleteAllPhotos, () => this.model.deleteAll(now))
    if (kind < 44) return this.moveAll('restore all', restoreAllPhotos, () => this.model.restoreAll())
    if (kind < 65)
      return this.same('delete', ids, this.model.delete(ids, now), deletePhotos(ctx, this.accountId, ids))
    if (kind < 82)
      return this.same('restore', ids, this.model.restore(ids), restorePhotos(ctx, this.accountId, ids))
    return this.same('erase', ids, this.model.erase(ids), erasePhotos(ctx, this.accountId, ids))
  }

  /** Once, or by two windows at the same moment. */
  private async upload(): Promise<void> {
    const content = this.random.below(POOL)
    const { name, bytes, sha256, takenMonth } = pool[content]!
    const there = this.model.withContent(content)
    const times = this.random.chance(0.2) ? 2 : 1
    this.done.push(`upload ${content} ${times}x`)
    await Promise.all(
      Array.from({ length: times }, () => receiveFile(server.ctx, this.accountId, name, bytes)),
    )
    const rows = await server.ctx.db
      .selectFrom('photos')
      .select('photo_id')
      .where('account_id', '=', this.accountId)
      .where('sha256', '=', sha256)
      .where('erased_at', 'is', null)
      .execute()
    expect(rows, this.story()).toHaveLength(1)
    const id = rows[0]!.photo_id
    if (there) expect(id, this.story()).toBe(there.id)
    else expect(this.model.gone, this.story()).not.toContain(id)
    const now = server.clock.now()
    const createdMonth = now.getUTCFullYear() * 100 + now.getUTCMonth() + 1
    this.model.upload({ id, content, takenMonth, createdMonth })
  }

  /** A whole move, sometimes done by two workers at the same moment. */
  private async moveAll(what: string, ask: typeof deleteAllPhotos, expected: () => void): Promise<void> {
    this.done.push(what)
    const { moveId } = await ask(server.ctx, this.accountId)
    const work = () => moveLibrary(server.ctx, { accountId: this.accountId, moveId }, never)
    await Promise.all(this.random.chance(0.5) ? [work(), work()] : [work()])
    expected()
    expect(await countPhotos(server.ctx.db, this.accountId), this.story()).toBe(this.model.library.length)
    expect(await countBin(server.ctx.db, this.accountId), this.story()).toBe(this.model.bin.length)
  }

  /** Some of the own photos, sometimes gone, foreign and invented ones among them, and one twice. */
  private ids(): string[] {
    const { random, model } = this
    const ids = random.some([...model.photos.keys()], 0.25)
    if (random.chance(0.2)) ids.push(...random.some(model.gone.slice(-5), 0.5))
    if (random.chance(0.2)) ids.push(...random.pick(this.strangers).model.photos.keys())
    if (random.chance(0.1) || ids.length === 0) ids.push(randomUUID())
    if (random.chance(0.1)) ids.push(ids[0]!)
    return ids
  }

  private async same(what: string, ids: string[], expected: string[], working: Promise<string[]>) {
    this.done.push(`${what} ${ids.join(' ')}`)
    expect((await working).sort(), this.story()).toEqual(expected.sort())
    expect(await countPhotos(server.ctx.db, this.accountId), this.story()).toBe(this.model.library.length)
    expect(await countBin(server.ctx.db, this.accountId), this.story()).toBe(this.model.bin.length)
  }

  /** Everything there is of this customer, once nothing is running. */
  async compare(): Promise<void> {
    const { db } = server.ctx
    const { accountId, model } = this
    const counted = async (key: 'dateTaken' | 'created') =>
      Object.fromEntries((await monthCounts(db, accountId, key)).map(each => [each.month, each.photos]))
    expect(await counted('dateTaken'), this.story()).toEqual(model.months('takenMonth'))
    expect(await counted('created'), this.story()).toEqual(model.months('createdMonth'))
    expect(await recount(server.ctx, accountId), this.story()).toEqual([])
    const order = { sortKey: 'dateTaken', sortOrder: 'desc' } as const
    const library = (await libraryPage(db, accountId, order, null, 500)).rows
    const bin = (await binPage(db, accountId, null, 500)).rows
    const ids = (photos: { id: string }[]) => photos.map(({ id }) => id).sort()
    expect(library.map(row => row.photo_id).sort(), this.story()).toEqual(ids(model.library))
    expect(bin.map(row => row.photo_id).sort(), this.story()).toEqual(ids(model.bin))
    const kept = [...library, ...bin]
    expect(new Set(kept.map(row => row.state)), this.story()).toEqual(new Set(kept.length ? ['ready'] : []))
    const rows = await db
      .selectFrom('photos')
      .select('photo_id')
      .where('account_id', '=', accountId)
      .execute()
    expect(rows.length, this.story()).toBe(model.photos.size)
    const blobs = (await Array.fromAsync(server.ctx.blobs.list(`${accountId}/`))).map(({ key }) => key)
    const expected = kept.flatMap(blobKeys).filter(key => !key.endsWith('-view'))
    expect(blobs.sort(), this.story()).toEqual(expected.sort())
  }

  private story(): string {
    return `seed ${SEED}, customer ${this.strangers.indexOf(this)}, last steps:\n${this.done.slice(-12).join('\n')}`
  }
}

test(
  `P5 P9 ${STEPS} random steps of ${CUSTOMERS} customers end as in the model: counts, months, bin, rows and blobs`,
  async () => {
    const random = seededRandom(SEED)
    const customers: Customer[] = []
    for (let i = 0; i < CUSTOMERS; i++) customers.push(new Customer(SEED + i + 1, customers))
    for (let done = 0; done < STEPS; done += ROUND) {
      await Promise.all(
        customers.map(async customer => {
          for (let i = 0; i < Math.min(ROUND, STEPS - done) / CUSTOMERS; i++) await customer.step()
        }),
      )
      server.clock.advance((random.below(20) / 10) * DAY)
      const before = server.clock.now().getTime() - BIN_DAYS * DAY
      for (const { model } of customers) model.tidy(before)
      await tidy(server.ctx, never)
      await server.idle()
      for (const customer of customers) await customer.compare()
      expect(await sweep(server.ctx, never)).toEqual([])
    }
    expect(customers.reduce((sum, { done }) => sum + done.length, 0)).toBeGreaterThanOrEqual(STEPS)
    for (const { model } of customers) expect(model.gone.length).toBeGreaterThan(0)
  },
  Math.max(180_000, STEPS * 60),
)
