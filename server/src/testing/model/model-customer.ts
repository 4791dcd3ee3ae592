import { randomUUID } from 'node:crypto'
import type { App } from '../../http/app.ts'
import type { Client } from '../client.ts'
import type { TestServer } from '../harness.ts'
import { createRandom, type Random } from '../random.ts'
import { AlbumsModel } from './albums-model.ts'
import { LibraryModel } from './library-model.ts'
import { recordOutcome } from './outcomes.ts'
import type { Picture } from './pictures.ts'
import { RetentionModel } from './retention-model.ts'
import type { SharedAlbumsModel } from './shared-albums-model.ts'

/** A server, its customers and their shared state. */
export interface ModelState {
  server: TestServer
  /** A second web process on the same data: customers call both in turn. */
  second: App
  seed: number
  /** Random source of decisions that belong to no customer. */
  random: Random
  pictures: readonly Picture[]
  customers: ModelCustomer[]
  shared: SharedAlbumsModel
  /** Number of calls of `simulateDays`. */
  dayBlocks: number
  /** Occurrences of each outcome, by its name. */
  outcomes: Map<string, number>
}

/** One action of a customer; compares the answer with the models. */
export type Step = (customer: ModelCustomer) => Promise<void>

/** A customer of the server with the model of everything they own. */
export class ModelCustomer {
  readonly modelState: ModelState
  readonly number: number
  readonly random: Random
  readonly library = new LibraryModel()
  readonly albums = new AlbumsModel(this.library)
  readonly retention: RetentionModel
  /** The export that is running, or ready and not expired. */
  currentExport: ModelExport | null = null
  /** Requested downloads that have not expired, with the time of the request in ms. */
  readonly downloads = new Map<string, number>()
  client: Client
  stepCount = 0
  #recentSteps: string[] = []

  constructor(modelState: ModelState, client: Client, graceDays: number) {
    this.modelState = modelState
    this.number = modelState.customers.length
    this.random = createRandom(modelState.seed + this.number + 1)
    this.client = client
    this.retention = new RetentionModel(this.library, this.now, graceDays, what =>
      recordOutcome(modelState, what),
    )
    modelState.shared.libraries.set(client.accountId, this.library)
  }

  get accountId(): string {
    return this.client.accountId
  }

  get now(): number {
    return this.modelState.server.clock.now().getTime()
  }

  /** Gets a new access token: tokens expire after ten minutes, simulated days take longer. */
  async signIn(): Promise<void> {
    const { server, second } = this.modelState
    this.client = await server.signIn(this.client, [second])
  }

  /** Logs a step; a failure reports the last 24. */
  logStep(description: string): void {
    this.#recentSteps = [...this.#recentSteps.slice(-23), description]
  }

  /** Runs a step; a failure names seed and recent steps. The same seed and number of steps replay it. */
  async runWithStepLog(work: Step): Promise<void> {
    try {
      await work(this)
    } catch (error) {
      const where = `seed ${this.modelState.seed}, customer ${this.number}, step ${this.stepCount}, last steps:`
      const message = [(error as Error).message, where, ...this.#recentSteps].join('\n')
      throw Object.defineProperty(error as Error, 'message', { value: message })
    }
  }

  /** Returns ids of some own photos; sometimes with erased, foreign or unknown ones, and with a duplicate. */
  sampleIds(share = 0.25): string[] {
    const { random, library } = this
    const ids = random.sample([...library.photos.keys()], share)
    if (random.chance(0.1)) ids.push(...random.sample(library.listRecentlyErasedIds(this.now).slice(-5), 0.5))
    if (random.chance(0.1)) ids.push(...this.pickOther().library.photos.keys())
    if (random.chance(0.05)) ids.push(randomUUID())
    if (random.chance(0.1) && ids.length > 0) ids.push(ids[0]!)
    return ids
  }

  /** Returns ids of some photos that are in the library. */
  sampleLibraryIds(share = 0.25): string[] {
    return this.random.sample(
      this.library.library.map(({ id }) => id),
      share,
    )
  }

  /** Picks the id of an own album; null when there is none. */
  pickAlbum(): string | null {
    const ids = [...this.albums.albums.keys()]
    return ids.length > 0 ? this.random.pick(ids) : null
  }

  /** Picks a random other customer. */
  pickOther(): ModelCustomer {
    return this.random.pick(this.modelState.customers.filter(each => each !== this))
  }
}

/** An export as its owner sees it: the photos of the time of the request, until it expires. */
interface ModelExport {
  backupId: string
  photos: { id: string; sha256: string }[]
  /** Time of expiry in ms; null until the export was seen ready. */
  expires: number | null
}
