import * as albums from '#contract/albums.ts'
import { patchCustomer } from '#contract/customers.ts'
import { createExport } from '#contract/exports.ts'
import { createReorder } from '#contract/reorders.ts'
import { putOrder } from '#contract/retailer-orders.ts'
import { Client, newId } from '#server/testing/client.ts'
import type { Random } from '#server/testing/random.ts'
import { orderForTests, productForTests } from '#server/testing/retailer-orders.ts'
import { Deleter } from '../deleter.ts'
import { repeatCall } from '../lost-connection.ts'
import type { Picture } from '../pictures.ts'
import { type AcknowledgedFile, Uploader } from '../uploader.ts'

const CHANNEL = 'KEEPSAKE-GB'
/** Photos that one call adds to an album, or removes. */
const PHOTOS_MAX = 6

/** An order as the retailer has sent it, and the last version that was acknowledged. */
export interface SentOrder {
  placedAt: Date
  version: number
  /** Whether its customer has pressed 'Order again'; once, so that there is one basket. */
  isReordered: boolean
}

export interface CustomerOptions {
  accountId: string
  email: string
  isBusiness: boolean
  /** Origin of the balancer. */
  origin: string
  generatePicture: () => Picture
  random: Random
  violations: string[]
  serviceToken: string
  /** Origin of the callback receiver; null: there are no retailer's systems, so nothing is reordered. */
  receiver: string | null
}

/**
 * A customer whose changes are made one after another, each repeated until it is acknowledged. Records what must be found at
 * the end. Orders are the retailer's calls for this customer.
 */
export class FleetCustomer {
  readonly accountId: string
  readonly email: string
  readonly isBusiness: boolean
  readonly uploader: Uploader
  /** Photo ids of each album, also of photos that are not in the library now. */
  readonly albums = new Map<string, Set<string>>()
  readonly orders = new Map<string, SentOrder>()
  /** Files of library and bin when the export was requested. */
  export: {
    backupId: string
    files: readonly AcknowledgedFile[]
    inBin: readonly AcknowledgedFile[]
  } | null = null
  #deleteAllCallsBefore = 0
  /** Acknowledged changes by kind. */
  readonly changes = { upload: 0, delete: 0, album: 0, order: 0, reorder: 0, export: 0 }
  readonly #options: CustomerOptions
  readonly #random: Random
  readonly #deleter: Deleter

  constructor(options: CustomerOptions) {
    const { accountId, email, isBusiness, origin, generatePicture: next, random, violations } = options
    this.accountId = accountId
    this.email = email
    this.isBusiness = isBusiness
    this.#options = options
    this.#random = random
    const servers = { getOrigin: async () => origin }
    this.uploader = new Uploader(
      email,
      servers,
      { generatePicture: next, random, splitsUploads: true },
      violations,
    )
    this.#deleter = new Deleter(this.uploader, servers, random)
  }

  /** Signs in; a business turns its callbacks on. */
  async start(): Promise<void> {
    await repeatCall(() => this.uploader.signIn())
    if (!this.isBusiness) return
    const ftp = {
      callbackUrl: `${this.#options.receiver}/${this.accountId}`,
      callbackFormat: 'JSON',
    } as const
    await this.call(client => client.call(patchCustomer, { body: { ftp } }))
  }

  /** Makes one random change other than an export. */
  async change(): Promise<void> {
    await this.uploader.renewToken()
    const kind = this.#random.pick(KINDS)
    if (kind === 'upload' || this.uploader.acknowledged.length === 0) {
      await this.uploader.upload()
      this.changes.upload++
    } else if (kind === 'delete') {
      await this.#deleter.step()
      this.changes.delete++
    } else if (kind === 'album') {
      await this.#changeAlbum()
      this.changes.album++
    } else await this.#changeOrder()
  }

  /** Requests the export of the library; a library without photos has none. */
  async requestExport(): Promise<void> {
    const files = this.listFiles('library')
    if (this.export || files.length === 0) return
    await this.uploader.renewToken()
    this.#deleteAllCallsBefore = this.#deleter.deleteAllCalls
    const { backupId } = await this.call(client => client.call(createExport, { body: { channel: CHANNEL } }))
    this.export = { backupId, files: [...files], inBin: this.listFiles('bin') }
    this.changes.export++
  }

  /** Whether all photos were deleted after the request: an export that was not ready is cancelled then (OP-34). */
  get mayLackExport(): boolean {
    return this.#deleter.deleteAllCalls > this.#deleteAllCallsBefore
  }

  listFiles(place: AcknowledgedFile['place']): AcknowledgedFile[] {
    return this.uploader.acknowledged.filter(file => file.place === place)
  }

  toPhotoIds(files: readonly AcknowledgedFile[]): Promise<string[]> {
    return this.#deleter.fetchPhotoIds(files)
  }

  /** Makes a call as the customer until it is answered. */
  call<T>(call: (client: Client) => Promise<T>): Promise<T> {
    return repeatCall(() =>
      call(new Client(this.#options.origin, this.accountId, this.email, this.uploader.token)),
    )
  }

  async #changeAlbum(): Promise<void> {
    const [id, photos] = this.#random.pick([...this.albums]) ?? []
    if (!id || !photos || this.#random.chance(0.2)) {
      const albumId = newId()
      await this.call(client => client.call(albums.createAlbum, { body: { name: 'Copies', albumId } }))
      this.albums.set(albumId, new Set())
      return
    }
    const libraryIds = await this.toPhotoIds(this.listFiles('library'))
    const params = { id }
    if (this.#random.chance(0.7)) {
      const photoIds = this.#random.sample(libraryIds, 0.5).slice(0, PHOTOS_MAX)
      if (photoIds.length === 0) return
      await this.call(client => client.call(albums.addAlbumPhotos, { params, body: { photoIds } }))
      for (const photoId of photoIds) photos.add(photoId)
    } else {
      const inAlbum = libraryIds.filter(photoId => photos.has(photoId))
      const photoIds = this.#random.sample(inAlbum, 0.3).slice(0, PHOTOS_MAX)
      if (photoIds.length === 0) return
      await this.call(client => client.call(albums.removeAlbumPhotos, { params, body: { photoIds } }))
      for (const photoId of photoIds) photos.delete(photoId)
    }
  }

  async #changeOrder(): Promise<void> {
    const [existingCode, order] = this.#random.pick([...this.orders]) ?? []
    if (!existingCode || !order || this.#random.chance(0.3)) {
      const code = `${this.accountId.slice(0, 18)}-${this.orders.size + 1}`
      const newOrder = { placedAt: new Date(), version: 1, isReordered: false }
      await this.#send(code, newOrder)
      this.orders.set(code, newOrder)
      this.changes.order++
    } else if (this.#random.chance(0.2)) {
      // Late: a lower version changes nothing.
      await this.#send(
        existingCode,
        { ...order, version: 1 + this.#random.integer(order.version) },
        order.version,
      )
    } else if (this.#options.receiver && !order.isReordered && this.#random.chance(0.4)) {
      order.isReordered = true
      await this.call(client => client.call(createReorder, { query: { OrderCode: existingCode } }))
      this.changes.reorder++
    } else {
      await this.#send(existingCode, { ...order, version: order.version + 1 })
      order.version++
      this.changes.order++
    }
  }

  async #send(code: string, { placedAt, version }: SentOrder, expected = version): Promise<void> {
    const total = { amount: toAmount(version), currency: 'GBP' as const }
    const body = orderForTests(this.accountId, placedAt, {
      version,
      total,
      products: [productForTests(code)],
    })
    const { origin, serviceToken } = this.#options
    const answer = await repeatCall(() =>
      new Client(origin, '', '', serviceToken).call(putOrder, { params: { code }, body }),
    )
    if (answer.version !== expected)
      throw new Error(
        `order ${code}: version ${version} was answered with ${answer.version}, not ${expected}`,
      )
  }
}

/** The amount identifies the version of an order in answers to its customer. */
export const toAmount = (version: number): number => version * 100

const KINDS = ['upload', 'upload', 'upload', 'delete', 'album', 'album', 'order', 'order'] as const
