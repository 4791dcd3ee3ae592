import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** Most prepared statements per connection, because `in` lists of different lengths are different texts. */
export const PREPARED_STATEMENTS_MAX = 400

/**
 * Creates a client class that prepares a statement from its second execution on: on the embedded engine parsing and
 * planning cost more than most statements themselves. A statement prepared before its table's columns changed is
 * executed again; inside a transaction it fails with an error for which `isPlanOutdated` is true.
 */
export function createPreparingClientClass(): typeof pg.Client {
  const numberedTexts = createTextNumbers()
  return class extends pg.Client {
    /** Prefix of statement names: on the embedded engine all connections share one session. */
    readonly #name = randomUUID()

    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has many overloads
    override query(text: any, values?: any, callback?: any): any {
      const number = Array.isArray(values) && values.length > 0 ? numberedTexts.getNumber(text) : undefined
      if (number === undefined) return super.query(text, values, callback)
      const result = super.query({ name: `${this.#name}_${number}`, text, values }).catch(error => {
        if (!isPlanOutdated(error)) throw error
        numberedTexts.clear()
        if (this.getTransactionStatus() !== 'I') throw error
        return super.query(text, values)
      })
      if (!callback) return result
      result.then(found => callback(null, found), callback)
    }
  }
}

/** Returns true when a statement failed because columns of a table changed after it was prepared. A retry succeeds. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

/** Unique numbers of texts, from the second occurrence of a text on. */
function createTextNumbers() {
  const numbers = new Map<string, number>()
  const textsSeenOnce = new Set<string>()
  let lastNumber = 0
  return {
    getNumber(text: string): number | undefined {
      const number = numbers.get(text)
      if (number !== undefined || numbers.size === PREPARED_STATEMENTS_MAX) return number
      if (textsSeenOnce.delete(text)) return numbers.set(text, ++lastNumber).get(text)
      if (textsSeenOnce.size === PREPARED_STATEMENTS_MAX) textsSeenOnce.clear()
      textsSeenOnce.add(text)
      return undefined
    },
    clear: () => numbers.clear(),
  }
}
