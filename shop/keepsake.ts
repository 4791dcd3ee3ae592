import { type Answer, type Endpoint, SERVICES } from '#contract/endpoint.ts'
import { putOrder, type RetailerOrder } from '#contract/orders.ts'
import { getRetailerTempSelection } from '#contract/temp-selections.ts'

export type SelectionPart = Answer<typeof getRetailerTempSelection>
export type Acknowledged = Answer<typeof putOrder>

/** What the shop asks of Keepsake (docs/retailer-interface.md). Fails with KeepsakeFailure. */
export interface Keepsake {
  /** Photos of a selection from a position on; null when there is no such selection, or not any more. */
  selection(id: string, from: number, limit: number): Promise<SelectionPart | null>
  putOrder(code: string, order: RetailerOrder): Promise<Acknowledged>
}

/** A call that was not answered well. `status` 0: no answer, or one that is not what the contract says. */
export class KeepsakeFailure extends Error {
  override name = 'KeepsakeFailure'
  readonly status: number

  constructor(status: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

const PATIENCE_MS = 10_000

export function createKeepsake({ origin, token }: { origin: string; token: string }): Keepsake {
  async function ask<E extends Endpoint>(endpoint: E, path: string, body?: unknown): Promise<Answer<E>> {
    const url = new URL(SERVICES[endpoint.service] + path, origin)
    try {
      const response = await fetch(url, {
        method: endpoint.method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      if (!response.ok)
        throw new KeepsakeFailure(
          response.status,
          `Keepsake answered ${response.status}: ${await response.text()}`,
        )
      return endpoint.answer.parse(await response.json()) as Answer<E>
    } catch (error) {
      if (error instanceof KeepsakeFailure) throw error
      throw new KeepsakeFailure(0, 'Keepsake gave no good answer', error)
    }
  }
  return {
    async selection(id, from, limit) {
      const path = `${getRetailerTempSelection.path.replace(':id', id)}?from=${from}&limit=${limit}`
      try {
        return await ask(getRetailerTempSelection, path)
      } catch (error) {
        if (error instanceof KeepsakeFailure && error.status === 404) return null
        throw error
      }
    },
    putOrder: (code, order) => ask(putOrder, putOrder.path.replace(':code', code), order),
  }
}
