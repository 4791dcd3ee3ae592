import { setTimeout as wait } from 'node:timers/promises'
import * as photos from '#contract/photos.ts'
import * as uploads from '#contract/uploads.ts'
import { Client } from '#server/testing/client.ts'
import type { Random } from '#server/testing/random.ts'
import { repeatCall } from './lost-connection.ts'
import type { AcknowledgedFile, Servers, Uploader } from './uploader.ts'

/** Average share of the photos in a place that one call moves, and the maximum number. */
const SHARE = 0.2
const PHOTOS_MAX = 8

/**
 * Deletes, restores and erases photos of an uploader's library, and repeats each call until a server answers. Notes in
 * `place` where each photo is.
 */
export class Deleter {
  /** Number of calls that moved the whole library to the bin. */
  deleteAllCalls = 0
  readonly #uploader: Uploader
  readonly #servers: Servers
  readonly #random: Random
  readonly #photoIds = new Map<string, string>()

  constructor(uploader: Uploader, servers: Servers, random: Random) {
    this.#uploader = uploader
    this.#servers = servers
    this.#random = random
  }

  /** Makes one random change and repeats it until it is acknowledged; throws at an unexpected answer. */
  async step(): Promise<void> {
    if (this.#random.chance(0.1)) await this.#deleteAllAndRestore()
    else if (this.#random.chance(0.5)) await this.#move('library', 'bin')
    else await this.#move('bin', this.#random.chance(0.7) ? 'library' : 'erased')
  }

  async #move(from: AcknowledgedFile['place'], to: AcknowledgedFile['place']): Promise<void> {
    const filesInPlace = this.#files(from)
    if (filesInPlace.length === 0) return
    const files = this.#random.sample(filesInPlace, SHARE).slice(0, PHOTOS_MAX)
    if (files.length === 0) return
    const body = { photoIds: await this.fetchPhotoIds(files) }
    const endpoint = ENDPOINTS[to]
    const { failed } = await this.#repeat(client => client.call(endpoint, { body }))
    if (failed.length > 0) throw new Error(`${endpoint.path} has failed for ${failed.length} photos`)
    for (const file of files) file.place = to
  }

  /** Moves the whole library to the bin and everything in the bin back while uploads continue. */
  async #deleteAllAndRestore(): Promise<void> {
    this.deleteAllCalls++
    await this.#repeat(client => client.call(photos.deleteAllPhotos))
    await this.#waitForMove()
    await this.#repeat(client => client.call(photos.restoreAllPhotos, { body: {} }))
    await this.#waitForMove()
    for (const file of this.#files('bin')) file.place = 'library'
  }

  async #waitForMove(): Promise<void> {
    while ((await this.#repeat(client => client.call(photos.getUser))).move?.state === 'running')
      await wait(200)
  }

  #files(place: AcknowledgedFile['place']): AcknowledgedFile[] {
    return this.#uploader.acknowledged.filter(file => file.place === place)
  }

  /** Fetches photos of acknowledged files, in their order. */
  async fetchPhotoIds(files: readonly AcknowledgedFile[]): Promise<string[]> {
    const uploadIds = files.map(({ uploadId }) => uploadId).filter(id => !this.#photoIds.has(id))
    if (uploadIds.length > 0) {
      const { receipts } = await this.#repeat(client =>
        client.call(uploads.getReceipts, { body: { uploadIds } }),
      )
      for (const { uploadId, photoId } of receipts) if (photoId) this.#photoIds.set(uploadId, photoId)
    }
    return files.map(({ uploadId }) => {
      const photoId = this.#photoIds.get(uploadId)
      if (!photoId) throw new Error(`upload ${uploadId} was acknowledged and has no photo in its receipt`)
      return photoId
    })
  }

  #repeat<T>(call: (client: Client) => Promise<T>): Promise<T> {
    return repeatCall(async () => {
      const client = new Client(await this.#servers.getOrigin(), '', '', this.#uploader.token)
      return call(client)
    })
  }
}

const ENDPOINTS = { library: photos.restorePhotos, bin: photos.deletePhotos, erased: photos.erasePhotos }
