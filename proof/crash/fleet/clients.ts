import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { DEMO_PASSWORD } from '#sandbox/demo/customers.ts'
import { type Context, change } from '#server/context.ts'
import { createAccount, hashPassword } from '#server/domains/identity/index.ts'
import { updateRows } from '#server/platform/db/rows.ts'
import { createRandom, type Random } from '#server/testing/random.ts'
import { UNANSWERED_MS } from '../lost-connection.ts'
import { createPictureGenerator, type Picture } from '../pictures.ts'
import { FleetCustomer } from './customer.ts'

export const CLIENTS = 20
/** Small, so that 1,000 kills take half an hour on two cores; their size proves nothing. */
const PICTURE_MAX = 300_000
/** Maximum pause between two changes of a client. */
const PAUSE_MS = 1000
/** Number of changes after which a client becomes the next customer. */
const CHANGE_COUNT = { min: 12, max: 30 }

export interface ClientsOptions {
  /** Context on the fleet's database, in which customers are created. */
  ctx: Context
  origin: string
  serviceToken: string
  /** Origin of the callback receiver; null: no customer is a business, and nothing is reordered. */
  receiver: string | null
  seed: number
  violations: string[]
}

/** 20 clients; each acts as one customer after another and makes one change at a time. */
export class Clients {
  readonly customers: FleetCustomer[] = []
  /** Customers whose client has moved on to the next one. */
  readonly finishedCustomers: FleetCustomer[] = []
  readonly #options: ClientsOptions
  #finishing = false

  constructor(options: ClientsOptions) {
    this.#options = options
  }

  /** Number of acknowledged changes so far. */
  get changes(): number {
    return this.sum(({ changes }) => Object.values(changes).reduce((all, each) => all + each, 0))
  }

  /** Adds up a number of all customers. */
  sum(getValue: (customer: FleetCustomer) => number): number {
    return this.customers.reduce((sum, customer) => sum + getValue(customer), 0)
  }

  /** Resolves when all have finished. */
  async run(): Promise<void> {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => this.#runClient(i, passwordHash)))
  }

  finish(): void {
    this.#finishing = true
  }

  async #runClient(index: number, passwordHash: string): Promise<void> {
    const random = createRandom(this.#options.seed + 1000 + index)
    const next = await createPictureGenerator(random, PICTURE_MAX)
    while (!this.#finishing) {
      const customer = await this.#createCustomer(passwordHash, next, random)
      try {
        await customer.start()
        if (customer.isBusiness) await this.#startCallbacks(customer.accountId)
        const changes = CHANGE_COUNT.min + random.integer(CHANGE_COUNT.max - CHANGE_COUNT.min)
        const exportAt = 3 + random.integer(changes - 3)
        for (let i = 0; i < changes && !this.#finishing; i++) {
          await wait(random.integer(PAUSE_MS))
          if (i === exportAt) await customer.requestExport()
          else await customer.change()
        }
        await customer.requestExport()
        this.finishedCustomers.push(customer)
      } catch (error) {
        this.#options.violations.push(`${customer.email}: ${error instanceof Error ? error.stack : error}`)
        return
      }
    }
  }

  async #createCustomer(passwordHash: string, next: () => Picture, random: Random): Promise<FleetCustomer> {
    const { origin, serviceToken, receiver, violations } = this.#options
    const isBusiness = random.chance(0.4) && receiver !== null
    const { accountId, email } = await this.#createAccount(isBusiness, passwordHash)
    const customer = new FleetCustomer({
      accountId,
      email,
      isBusiness,
      origin,
      generatePicture: next,
      random,
      violations,
      serviceToken,
      receiver,
    })
    this.customers.push(customer)
    return customer
  }

  /** Its device is new, from which callbacks start a day later. Repeats while the database is unavailable. */
  async #startCallbacks(accountId: string): Promise<void> {
    const { ctx } = this.#options
    for (;;)
      try {
        await updateRows(ctx.db, 'callbacks', { account_id: accountId }, { starts_at: null })
        return
      } catch (error) {
        if (this.#finishing) throw error
        await wait(UNANSWERED_MS)
      }
  }

  /** Repeats while the database is unavailable, with another email address each time: the account may have been created. */
  async #createAccount(
    isBusiness: boolean,
    passwordHash: string,
  ): Promise<{ accountId: string; email: string }> {
    const { ctx } = this.#options
    for (;;) {
      const email = `${randomUUID()}@keepsake.test`
      try {
        const accountId = await change(ctx, tx =>
          createAccount(tx, {
            email,
            brandId: 'keepsake-gb',
            locale: 'en-GB',
            registeredAt: ctx.clock.now(),
            passwordHash,
            ...(isBusiness && { businessStatus: 'Active' as const }),
          }),
        )
        return { accountId: accountId!, email }
      } catch (error) {
        if (this.#finishing) throw error
        await wait(UNANSWERED_MS)
      }
    }
  }
}
