import { randomUUID } from 'node:crypto'
import type { Client } from '../client.ts'
import type { TestServer } from '../harness.ts'
import { type Random, seededRandom } from '../random.ts'
import { AlbumsModel } from './albums-model.ts'
import type { ModelExport } from './export-model.ts'
import { InjectedClient } from './injected-client.ts'
import { LibraryModel } from './library-model.ts'
import { recordOutcome } from './outcomes.ts'
import type { Picture } from './pictures.ts'
import { RetentionModel } from './retention-model.ts'
import type { SharedAlbumsModel } from './shared-albums-model.ts'

/** A real server, its customers, and what is common to them. */
export interface ModelState {
  server: TestServer
  seed: number
  /** Of what no customer decides. */
  random: Random
  pictures: readonly Picture[]
  customers: ModelCustomer[]
  shared: SharedAlbumsModel
  /** Of simulateDays, that have passed. */
  blocks: number
  /** How many times what came about, by its name. */
  outcomes: Map<string, number>
}

/** One thing a customer does, with the answer held against the models. */
export type Step = (customer: ModelCustomer) => Promise<void>

/** A customer of the real server, and what each of the models says they may expect. */
export class ModelCustomer {
  readonly modelState: ModelState
  readonly number: number
  readonly random: Random
  readonly library = new LibraryModel()
  readonly albums = new AlbumsModel(this.library)
  readonly retention: RetentionModel
  /** The export that runs, or is ready and has not expired. */
  currentExport: ModelExport | null = null
  /** Archives asked for that have not expired; when each was asked for. */
  readonly downloads = new Map<string, number>()
  client: Client
  steps = 0
  #last: string[] = []

  constructor(modelState: ModelState, client: Client, graceDays: number) {
    this.modelState = modelState
    this.number = modelState.customers.length
    this.random = seededRandom(modelState.seed + this.number + 1)
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

  /** Access tokens live ten minutes, days have passed. */
  async signIn(): Promise<void> {
    this.client = await InjectedClient.signedIn(this.modelState.server, this.client)
  }

  /** Writes down what is being done, to be told when it fails. */
  say(what: string): void {
    this.#last = [...this.#last.slice(-23), what]
  }

  /** Does something; a failure tells how it came to it. Replayed with the same seed and number of steps. */
  async withStepLog(work: Step): Promise<void> {
    try {
      await work(this)
    } catch (error) {
      const where = `seed ${this.modelState.seed}, customer ${this.number}, step ${this.steps}, last steps:`
      const told = [(error as Error).message, where, ...this.#last].join('\n')
      throw Object.defineProperty(error as Error, 'message', { value: told })
    }
  }

  /** Some of the own photos, sometimes gone, foreign and invented ones among them, and one twice. */
  ids(share = 0.25): string[] {
    const { random, library } = this
    const ids = random.sample([...library.photos.keys()], share)
    if (random.chance(0.1)) ids.push(...random.sample(library.gone.slice(-5), 0.5))
    if (random.chance(0.1)) ids.push(...this.other().library.photos.keys())
    if (random.chance(0.05)) ids.push(randomUUID())
    if (random.chance(0.1) && ids.length > 0) ids.push(ids[0]!)
    return ids
  }

  /** Some that are in the library. */
  live(share = 0.25): string[] {
    return this.random.sample(
      this.library.library.map(({ id }) => id),
      share,
    )
  }

  /** One of the own albums, if there is one. */
  pickAlbum(): string | null {
    const ids = [...this.albums.albums.keys()]
    return ids.length > 0 ? this.random.pick(ids) : null
  }

  /** Another customer. */
  other(): ModelCustomer {
    return this.random.pick(this.modelState.customers.filter(each => each !== this))
  }
}
