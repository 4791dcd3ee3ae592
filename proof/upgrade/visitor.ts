import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as albums from '#contract/albums.ts'
import * as downloads from '#contract/downloads.ts'
import * as photos from '#contract/photos.ts'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import type { Client } from '#server/testing/client.ts'
import type { Random } from '#server/testing/random.ts'
import { signIn } from '../bench/harness/customer.ts'

const PAUSE_MS = 100

/**
 * A customer who signs in, turns the pages of the timeline, looks at pictures, changes albums and downloads, round after
 * round. Nothing is repeated: every call that fails is a violation.
 */
export class Visitor {
  rounds = 0
  readonly #email: string
  readonly #origin: string
  readonly #random: Random
  readonly #violations: string[]
  #finishing = false

  constructor(email: string, origin: string, random: Random, violations: string[]) {
    this.#email = email
    this.#origin = origin
    this.#random = random
    this.#violations = violations
  }

  finish(): void {
    this.#finishing = true
  }

  async run(): Promise<void> {
    while (!this.#finishing) {
      for (const step of [this.#browse, this.#changeAlbum, this.#download])
        try {
          const customer = { accountId: '', email: this.#email, password: DEMO_PASSWORD }
          await step.call(this, await signIn(this.#origin, customer))
        } catch (error) {
          this.#violations.push(`FAILED: ${this.#email}, ${step.name}: ${describe(error)}`)
        }
      this.rounds++
      await wait(this.#random.integer(PAUSE_MS))
    }
  }

  async #browse(client: Client): Promise<void> {
    await client.call(photos.getUser)
    const timeline = await client.call(photos.getTimeline, { query: {} })
    const months = Object.entries(timeline).flatMap(([year, each]) =>
      Object.keys(each).map(month => ({ year, month })),
    )
    if (months.length > 0)
      await client.call(photos.getMonthPage, {
        params: this.#random.pick(months) as never,
        query: {} as never,
      })
    for (const image of (await this.#listSomePhotos(client)).slice(0, 3)) {
      const { url } = image.thumbnails[0] ?? image
      const answer = await fetch(url)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${new URL(url).pathname} was answered with ${answer.status}`)
    }
  }

  async #changeAlbum(client: Client): Promise<void> {
    const { albumId } = await client.call(albums.createAlbum, { body: { name: `Album ${this.rounds}` } })
    const params = { id: albumId }
    const photoIds = (await this.#listSomePhotos(client)).map(({ imageId }) => imageId)
    if (photoIds.length > 0) {
      await client.call(albums.addAlbumPhotos, { params, body: { photoIds } })
      const page = await client.call(albums.getAlbumPhotos, { params, query: {} as never })
      if (page.images.length !== photoIds.length)
        throw new Error(`an album has ${page.images.length} photos, not ${photoIds.length}`)
    }
    await client.call(albums.updateAlbum, { params, body: { name: `Album ${this.rounds}, renamed` } })
    await client.call(albums.getAlbums, { query: {} as never })
    await client.call(albums.deleteAlbum, { params })
  }

  async #download(client: Client): Promise<void> {
    const [image] = await this.#listSomePhotos(client)
    if (!image) return
    const { userId } = await client.call(photos.getUser)
    const id = randomUUID()
    await client.call(downloads.createDownload, {
      body: { id, photos: [{ photoId: image.imageId, ownerId: userId }] },
    })
    const isReady = async () =>
      (await client.call(downloads.getDownloads)).items.some(each => each.id === id && each.state === 'ready')
    while (!(await isReady())) await wait(PAUSE_MS)
    const { url } = await client.call(downloads.getDownloadUrl, { params: { id } })
    const answer = await fetch(url)
    const { byteLength } = await answer.arrayBuffer()
    if (!answer.ok || byteLength === 0) throw new Error(`a zip was answered with ${answer.status}`)
  }

  async #listSomePhotos(client: Client): Promise<photos.Image[]> {
    return (await client.call(photos.getPhotos, { query: { limit: 5 } as never })).images
  }
}

const describe = (error: unknown) =>
  error instanceof Error ? `${error.message} ${error.cause ?? ''}` : error
