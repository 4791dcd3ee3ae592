import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#contract/albums.ts'
import * as photos from '#contract/photos.ts'
import * as shared from '#contract/shared-albums.ts'
import { AlbumsModel } from '../../testing/album-model.ts'
import type { Client } from '../../testing/client.ts'
import { type TestServer, testServer } from '../../testing/harness.ts'
import { LibraryModel } from '../../testing/library-model.ts'
import { jpeg, padded } from '../../testing/pictures.ts'
import { type Random, seededRandom } from '../../testing/random.ts'
import { recount, recountAlbums, strangersPhotos } from '../../testing/recount.ts'
import { type ModelSharedAlbum, SharedAlbumsModel } from '../../testing/shared-album-model.ts'
import { importSharedAlbums } from '../shared-albums/index.ts'

const STEPS = Number(process.env.MODEL_STEPS ?? 1500)
const SEED = Number(process.env.MODEL_SEED ?? 1839)
const CUSTOMERS = 4
const POOL = 12
/** Steps all customers make together before everything is compared. */
const ROUND = 100
const ALBUMS = 6
/** Shared albums at one time. */
const SHARED = 3
/** Time that passes in all: access tokens live ten minutes. */
const PASSING_MS = 300_000

interface Picture {
  name: string
  bytes: Buffer
  sha256: string
  takenMonth: number
  /** What photos of one call are ordered by; unique. */
  taken: string
}

let server: TestServer
let pool: Picture[]
beforeAll(async () => {
  server = await testServer({ config: { rateLimits: false } })
  const base = await jpeg({ width: 40, height: 30 })
  pool = Array.from({ length: POOL }, (_, i) => picture(i, padded(base, base.length + 20)))
})
afterAll(() => server.close())

function picture(i: number, bytes: Buffer): Picture {
  const [year, month] = [2019 + (i % 4), 1 + (i % 3)]
  const second = String(i).padStart(2, '0')
  return {
    name: `IMG_${year}0${month}15_1200${second}.jpg`,
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    takenMonth: year * 100 + month,
    taken: `${year}-0${month}-15T12:00:${second}`,
  }
}

class Customer {
  readonly model = new LibraryModel()
  readonly albums = new AlbumsModel(this.model)
  readonly random: Random
  readonly client: Client
  readonly strangers: Customer[]
  readonly shared: SharedAlbumsModel
  done: string[] = []

  constructor(seed: number, client: Client, strangers: Customer[], shared: SharedAlbumsModel) {
    this.random = seededRandom(seed)
    this.client = client
    this.strangers = strangers
    this.shared = shared
    shared.libraries.set(client.accountId, this.model)
  }

  async step(): Promise<void> {
    const kind = this.random.below(100)
    if (kind < 22) return this.upload()
    if (kind < 32) return this.binned(photos.deletePhotos)
    if (kind < 42) return this.binned(photos.restorePhotos)
    if (kind < 46) return this.binned(photos.erasePhotos)
    if (kind < 50) return this.foreign()
    if (kind < 54) return this.aroundShared()
    const albums = [...this.albums.albums.keys()]
    if (albums.length === 0 || (kind < 58 && albums.length < ALBUMS)) return this.create()
    const id = this.random.pick(albums)
    if (kind < 62) return this.remove(id)
    if (kind < 74) return this.addNamed(id)
    if (kind < 82) return this.addByRule(id)
    if (kind < 92) return this.takeOut(id)
    return this.change(id)
  }

  /** Half of them into an album; sometimes one that goes before the bytes come. */
  private async upload(): Promise<void> {
    const content = this.random.below(POOL)
    const { name, bytes, sha256, takenMonth } = pool[content]!
    const albums = [...this.albums.albums.keys()]
    const into = albums.length > 0 && this.random.chance(0.5) ? this.random.pick(albums) : null
    const removed = into !== null && this.random.chance(0.1)
    this.done.push(`upload ${content}${into ? ` into ${into}` : ''}${removed ? ', removed before' : ''}`)
    const created = await this.client.createUpload(name, bytes.length, into ? { albumId: into } : {})
    expect(created.status, this.story()).toBe(201)
    if (removed) {
      await this.client.call(contract.deleteAlbum, { params: { id: into } })
      this.albums.remove(into)
    }
    const sent = await this.client.patch(created.headers.get('location')!, 0, bytes)
    expect(sent.status, this.story()).toBe(204)
    const { photo_id: id } = await server.ctx.db
      .selectFrom('photos')
      .select('photo_id')
      .where('account_id', '=', this.client.accountId)
      .where('sha256', '=', sha256)
      .where('erased_at', 'is', null)
      .executeTakeFirstOrThrow()
    const now = server.clock.now()
    const createdMonth = now.getUTCFullYear() * 100 + now.getUTCMonth() + 1
    this.model.upload({ id, content, takenMonth, createdMonth })
    if (into && !removed) this.albums.add(into, [id])
  }

  private async binned(
    endpoint: typeof photos.deletePhotos | typeof photos.restorePhotos | typeof photos.erasePhotos,
  ): Promise<void> {
    const ids = this.ids()
    if (ids.length === 0) ids.push(randomUUID())
    this.done.push(`${endpoint.method} ${endpoint.path} ${ids.join(' ')}`)
    const expected =
      endpoint === photos.deletePhotos
        ? this.model.delete(ids, server.clock.now().getTime())
        : endpoint === photos.restorePhotos
          ? this.model.restore(ids)
          : this.model.erase(ids)
    this.albums.settle()
    const { failed } = await this.client.call(endpoint, { body: { photoIds: ids } })
    expect(failed.sort(), this.story()).toEqual(expected.sort())
  }

  private async create(): Promise<void> {
    const [albumId, name] = [randomUUID(), `Album ${this.random.below(1000)}`]
    const times = this.random.chance(0.2) ? 2 : 1
    this.done.push(`create ${albumId} ${times}x`)
    const body = { name, albumId }
    await Promise.all(Array.from({ length: times }, () => this.client.call(contract.createAlbum, { body })))
    this.albums.create(albumId, name)
  }

  private async remove(id: string): Promise<void> {
    this.done.push(`remove ${id}`)
    await this.client.call(contract.deleteAlbum, { params: { id } })
    const { status } = await this.client.refused(contract.deleteAlbum, { params: { id } })
    expect(status, this.story()).toBe(404)
    this.albums.remove(id)
  }

  /** By one call, or by two that share some of the photos at the same moment. */
  private async addNamed(id: string): Promise<void> {
    const ids = this.ids()
    if (ids.length === 0) return
    const call = (photoIds: string[]) => ({ params: { id }, body: { photoIds } })
    const live = new Set(this.model.library.map(photo => photo.id))
    const allowed = ids.every(photo => live.has(photo))
    this.done.push(`add to ${id}: ${ids.join(' ')}${allowed ? '' : ', refused'}`)
    if (!allowed) {
      const { status } = await this.client.refused(contract.addAlbumPhotos, call(ids))
      expect(status, this.story()).toBe(404)
      return
    }
    const answer = await this.client.call(contract.addAlbumPhotos, call(ids))
    const added = this.albums.add(id, ids)
    expect(answer, this.story()).toEqual({ added, photosCount: this.albums.shown(id).length })
    if (!this.random.chance(0.2)) return
    const again = await Promise.all(
      [ids, ids.slice(1).concat(ids[0]!)].map(each => this.client.call(contract.addAlbumPhotos, call(each))),
    )
    for (const each of again)
      expect(each, this.story()).toEqual({ added: 0, photosCount: this.albums.shown(id).length })
  }

  private async addByRule(id: string): Promise<void> {
    const { random, model } = this
    const library = model.library
    const months = random.some([...new Set(library.map(photo => photo.takenMonth))], 0.4)
    const albums = random.some([...this.albums.albums.keys()], 0.3)
    const except = random.some(
      library.map(photo => photo.id),
      0.2,
    )
    const single = this.ids()
    if (months.length + albums.length + single.length === 0) return
    const selection: contract.PhotoSelection = {
      months: months.map(month => ({ year: Math.floor(month / 100), month: month % 100, except })),
      albums: albums.map(albumId => ({ albumId, except })),
      photoIds: single,
    }
    this.done.push(`add by rule to ${id}: ${JSON.stringify(selection)}`)
    const chosen = [
      ...library.filter(photo => months.includes(photo.takenMonth)).map(photo => photo.id),
      ...albums.flatMap(album => this.albums.shown(album)),
    ].filter(photo => !except.includes(photo))
    const answer = await this.client.call(contract.addAlbumPhotos, { params: { id }, body: { selection } })
    const added = this.albums.add(id, [...chosen, ...single])
    expect(answer, this.story()).toEqual({ added, photosCount: this.albums.shown(id).length })
  }

  private async takeOut(id: string): Promise<void> {
    const ids = this.ids()
    const rest = this.random.chance(0.3)
    this.done.push(`take out of ${id} ${rest ? 'all but' : ''}: ${ids.join(' ')}`)
    if (!rest && ids.length === 0) return
    const body = rest ? { allExcept: ids } : { photoIds: ids }
    const answer = await this.client.call(contract.removeAlbumPhotos, { params: { id }, body })
    const removed = this.albums.takeOut(id, photo => ids.includes(photo) !== rest)
    expect(answer, this.story()).toEqual({ removed, photosCount: this.albums.shown(id).length })
  }

  private async change(id: string): Promise<void> {
    const album = this.albums.albums.get(id)!
    const shown = this.albums.shown(id)
    const coverPhotoId = shown.length > 0 && this.random.chance(0.8) ? this.random.pick(shown) : null
    const name = `Album ${this.random.below(1000)}`
    this.done.push(`change ${id}: cover ${coverPhotoId}`)
    await this.client.call(contract.updateAlbum, { params: { id }, body: { name, coverPhotoId } })
    album.name = name
    album.chosenCover = coverPhotoId
  }

  /** What belongs to another customer is not found, whatever is tried with it. */
  private async foreign(): Promise<void> {
    const other = this.random.pick(this.strangers)
    const id = this.random.pick([...other.albums.albums.keys(), randomUUID()])
    if (other === this) return
    this.done.push(`foreign ${id}`)
    const params = { id }
    const photoIds = [...this.model.photos.keys(), randomUUID()].slice(0, 3)
    const refusals = [
      await this.client.refused(contract.addAlbumPhotos, { params, body: { photoIds } }),
      await this.client.refused(contract.removeAlbumPhotos, { params, body: { allExcept: [] } }),
      await this.client.refused(contract.updateAlbum, { params, body: { name: 'Mine' } }),
      await this.client.refused(contract.deleteAlbum, { params }),
    ]
    expect(
      refusals.map(({ status }) => status),
      this.story(),
    ).toEqual([404, 404, 404, 404])
  }

  /** A member leaves or ends a shared album; all others are refused. What happens at the same moment does not matter. */
  private async aroundShared(): Promise<void> {
    const { client, random } = this
    const ids = [...this.shared.albums.keys(), ...this.shared.ended]
    if (ids.length === 0) return
    const id = random.pick(ids)
    const at = { params: { id } }
    const { granted, read } = this.shared.of(client.accountId)
    const member = [...granted, ...read].some(album => album.id === id)
    if (member && random.chance(0.5)) {
      this.done.push(`leave or end ${id}`)
      const answer = await client.fetch(`/api/shared-albums/shared-albums/${id}`, { method: 'DELETE' })
      expect([204, 404], this.story()).toContain(answer.status)
      this.shared.delete(id, client.accountId)
      return
    }
    this.done.push(`look at shared ${id}`)
    const photoIds = [...this.model.photos.keys(), randomUUID()].slice(0, 3)
    const refusals = [
      await client.refused(contract.addAlbumPhotos, { ...at, body: { photoIds } }),
      await client.refused(contract.removeAlbumPhotos, { ...at, body: { allExcept: [] } }),
      await client.refused(contract.updateAlbum, { ...at, body: { name: 'Mine' } }),
      ...(member ? [] : [await client.refused(shared.deleteSharedAlbum, at)]),
    ]
    for (const { status } of refusals) expect([403, 404], this.story()).toContain(status)
  }

  /** Some of the own photos, sometimes gone, foreign and invented ones among them, and one twice. */
  private ids(): string[] {
    const { random, model } = this
    const ids = random.some([...model.photos.keys()], 0.3)
    if (random.chance(0.1)) ids.push(...random.some(model.gone.slice(-5), 0.5))
    if (random.chance(0.1)) ids.push(...random.pick(this.strangers).model.photos.keys())
    if (random.chance(0.05)) ids.push(randomUUID())
    if (random.chance(0.1) && ids.length > 0) ids.push(ids[0]!)
    return ids
  }

  /** Everything a client can see of this customer's albums, once nothing is running. */
  async compare(): Promise<void> {
    const { client, albums, model } = this
    expect(await client.call(photos.getUser), this.story()).toMatchObject({
      photosCount: model.library.length,
      deletedCount: model.bin.length,
      albumsCount: albums.albums.size + this.shared.of(client.accountId).granted.length,
    })
    await this.compareShared()
    expect(await recount(server.ctx, client.accountId), this.story()).toEqual([])
    expect(await recountAlbums(server.ctx, client.accountId), this.story()).toEqual([])
    const listed = (await client.call(contract.getAlbums, { query: { limit: 100 } })).albums
    expect(listed.map(album => album.albumId).sort(), this.story()).toEqual([...albums.albums.keys()].sort())
    const images = new Map((await client.call(photos.getPhotos)).images.map(image => [image.imageId, image]))
    for (const album of listed) await this.compareAlbum(album, images)
  }

  private async compareShared(): Promise<void> {
    const { client } = this
    const { granted, read } = this.shared.of(client.accountId)
    expect(await client.call(shared.getSharedAlbumsSummary), this.story()).toMatchObject({
      readAlbumsCount: read.length,
      grantedAlbumsCount: granted.length,
    })
    const { albums } = await client.call(shared.getSharedAlbums)
    expect(albums.map(album => album.albumId).sort(), this.story()).toEqual(
      read.map(album => album.id).sort(),
    )
    for (const album of [...granted, ...read]) await this.compareSharedAlbum(album)
  }

  private async compareSharedAlbum(album: ModelSharedAlbum): Promise<void> {
    const at = { params: { id: album.id } }
    const shown = this.shared.shown(album)
    const query = { sortOrder: 'asc' } as const
    const { images } = await this.client.call(shared.getSharedAlbumPhotos, { ...at, query })
    expect(
      images.map(image => image.imageId),
      this.story(),
    ).toEqual(shown)
    const real = await this.client.call(shared.getSharedAlbum, at)
    expect(real, this.story()).toMatchObject({
      ownerId: album.owner,
      photosCount: shown.length,
      size: images.reduce((sum, image) => sum + image.size, 0),
    })
    expect(real.coverPhoto?.imageId, this.story()).toBe(this.shared.coverOf(album))
  }

  private async compareAlbum(real: contract.Album, images: ReadonlyMap<string, photos.Image>): Promise<void> {
    const model = this.albums.albums.get(real.albumId)!
    const arrived = this.arrived(model)
    const cover = model.chosenCover !== null && arrived.includes(model.chosenCover) ? model.chosenCover : null
    expect(real, this.story()).toMatchObject({
      albumName: model.name,
      photosCount: arrived.length,
      size: arrived.reduce((sum, id) => sum + images.get(id)!.size, 0),
      coverChosen: cover !== null,
    })
    expect(real.coverPhoto?.imageId, this.story()).toBe(cover ?? arrived[0])
    const limit = 1 + this.random.below(5)
    expect(await this.pages(real.albumId, { sortKey: 'created', sortOrder: 'asc', limit })).toEqual(arrived)
    expect(await this.pages(real.albumId, { sortKey: 'created', limit })).toEqual(arrived.toReversed())
    const taken = arrived.toSorted((a, b) => (this.taken(a) < this.taken(b) ? -1 : 1))
    expect(await this.pages(real.albumId, { sortKey: 'dateTaken', sortOrder: 'asc', limit })).toEqual(taken)
  }

  /** Ids the album shows in order of arrival; those of one call by their date taken. */
  private arrived({ id, photos }: { id: string; photos: { id: string; call: number }[] }): string[] {
    const shown = new Set(this.albums.shown(id))
    return photos
      .filter(photo => shown.has(photo.id))
      .toSorted((a, b) => a.call - b.call || (this.taken(a.id) < this.taken(b.id) ? -1 : 1))
      .map(photo => photo.id)
  }

  private taken(id: string): string {
    return pool[this.model.photos.get(id)!.content]!.taken
  }

  private async pages(id: string, query: object): Promise<string[]> {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await this.client.call(contract.getAlbumPhotos, {
        params: { id },
        query: { ...query, ...(cursor ? { cursor } : {}) },
      })
      seen.push(...page.images.map(image => image.imageId))
      cursor = page.cursor
    }
    return seen
  }

  private story(): string {
    return `seed ${SEED}, customer ${this.strangers.indexOf(this)}, last steps:\n${this.done.slice(-12).join('\n')}`
  }
}

/** An operator's file: an album that is shared anew, or one that is here with other photos and participants. */
async function shareSomething(random: Random, customers: readonly Customer[], model: SharedAlbumsModel) {
  const known = [...model.albums.values()]
  const again = known.length >= SHARED || (known.length > 0 && random.chance(0.3)) ? random.pick(known) : null
  const ended = !again && model.ended.size > 0 && random.chance(0.2) ? random.pick([...model.ended]) : null
  const of = (account: string) => customers.find(({ client }) => client.accountId === account)!
  const owner = again ? of(again.owner) : random.pick(customers)
  const others = customers.filter(customer => customer !== owner)
  const participants = random.some(others, 0.5)
  if (participants.length === 0) participants.push(random.pick(others))
  const held = [owner, ...participants].flatMap(({ client, model: { photos: library } }) =>
    [...library.keys()].map(id => ({ owner: client.accountId, id })),
  )
  const chosen = random.some(held, 0.4)
  const cover = chosen.length > 0 && random.chance(0.5) ? random.below(chosen.length) : undefined
  const album = {
    id: again?.id ?? ended ?? randomUUID(),
    owner: owner.client.accountId,
    participants: participants.map(({ client }) => client.accountId),
    photos: chosen,
    cover: cover === undefined ? null : chosen[cover]!,
  }
  const file = {
    albumId: album.id,
    name: 'Shared',
    owner: album.owner,
    participants: album.participants,
    created: '2020-01-01T00:00:00Z',
    photos: chosen.map(photo => ({ owner: photo.owner, photoId: photo.id })),
    ...(cover === undefined ? {} : { cover }),
  }
  for (const { done } of customers) done.push(`import ${JSON.stringify(file)}`)
  const report = await importSharedAlbums(server.ctx, JSON.stringify({ sharedAlbums: [file] }))
  expect(report.problems).toEqual([])
  model.put(album)
}

test(
  `P5 P9 PL-093 OP-34 ${STEPS} random steps of ${CUSTOMERS} customers with albums of their own and shared ones end as in the model: photos, order, counts, sizes, covers, members`,
  async () => {
    const customers: Customer[] = []
    const sharedAlbums = new SharedAlbumsModel()
    const operator = seededRandom(SEED)
    for (let i = 0; i < CUSTOMERS; i++)
      customers.push(new Customer(SEED + i + 1, await server.customer(), customers, sharedAlbums))
    for (let done = 0; done < STEPS; done += ROUND) {
      if (done > 0) await shareSomething(operator, customers, sharedAlbums)
      await Promise.all(
        customers.map(async customer => {
          for (let i = 0; i < Math.min(ROUND, STEPS - done) / CUSTOMERS; i++) await customer.step()
        }),
      )
      server.clock.advance(PASSING_MS / (STEPS / ROUND))
      await server.idle()
      for (const customer of customers) await customer.compare()
      expect(await strangersPhotos(server.ctx)).toEqual([])
    }
    for (const { albums, model } of customers) {
      expect(albums.gone.length).toBeGreaterThan(0)
      expect(model.gone.length).toBeGreaterThan(0)
    }
    if (STEPS >= 1000) expect(sharedAlbums.ended.size).toBeGreaterThan(0)
    const left = await server.ctx.db
      .selectFrom('album_photos')
      .leftJoin('albums', join =>
        join
          .onRef('albums.account_id', '=', 'album_photos.account_id')
          .onRef('albums.album_id', '=', 'album_photos.album_id'),
      )
      .leftJoin('photos', join =>
        join
          .onRef('photos.account_id', '=', 'album_photos.owner_id')
          .onRef('photos.photo_id', '=', 'album_photos.photo_id'),
      )
      .select(['album_photos.photo_id'])
      .where(eb => eb.or([eb('albums.album_id', 'is', null), eb('photos.photo_id', 'is', null)]))
      .execute()
    expect(left).toEqual([])
  },
  Math.max(180_000, STEPS * 120),
)
