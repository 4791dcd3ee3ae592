import { randomUUID } from 'node:crypto'
import { getCallbackEvents } from '#contract/callbacks.ts'
import { change } from '../../context.ts'
import type { Client } from '../../testing/client.ts'
import type { TestServer } from '../../testing/harness.ts'
import { orderForTests } from '../../testing/retailer-orders.ts'
import { upsertOrder } from '../orders/orders.ts'
import { onOrderChanged } from './emitters.ts'

const WRITERS = 8
/** Events that a writer writes at most. */
const EVENTS_MAX = 60

/** Writes events of one business, eight at the same time, while it runs. */
export class EventWriters {
  readonly #accountId: string
  #running: Promise<unknown> = Promise.resolve()
  #isRunning = false

  constructor(accountId: string) {
    this.#accountId = accountId
  }

  start(server: TestServer): void {
    this.#isRunning = true
    this.#running = Promise.all(Array.from({ length: WRITERS }, () => this.#write(server)))
    // It is awaited by `stop`.
    this.#running.catch(() => {})
  }

  async stop(): Promise<void> {
    this.#isRunning = false
    await this.#running
  }

  async #write(server: TestServer): Promise<void> {
    const { ctx, clock } = server
    const accountId = this.#accountId
    const code = `W-${randomUUID()}`
    await upsertOrder(ctx, code, orderForTests(accountId, clock.now()))
    for (let events = 0; events === 0 || (this.#isRunning && events < EVENTS_MAX); events++)
      await change(ctx, tx => onOrderChanged(ctx, tx, { accountId, code }))
  }
}

/** Reads the numbers of the events after one that exist at the first page, page by page, as a system does. */
export async function readNumbers(business: Client, after = 0): Promise<number[]> {
  const numbers: number[] = []
  for (let latest = Number.POSITIVE_INFINITY; (numbers.at(-1) ?? after) < latest; ) {
    const query = { after: numbers.at(-1) ?? after, limit: 50 }
    const answer = await business.call(getCallbackEvents, { query })
    latest = Math.min(latest, answer.latest)
    if (answer.events.length === 0) break
    numbers.push(...answer.events.map(({ number }) => number))
  }
  return numbers
}
