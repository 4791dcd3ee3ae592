import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** So many statements are kept ready. Lists of many lengths make many texts, and every connection keeps each it met. */
export const PREPARED_STATEMENTS_MAX = 400

/**
 * A client that has the database parse and plan a text once instead of each time, from its second time on: on the
 * embedded engine that costs more than most statements themselves. What was prepared for a table that has other columns
 * by now is asked again; inside a transaction it fails as `isPlanOutdated` says.
 */
export function createPreparingClientClass(): typeof pg.Client {
  const texts = createTexts()
  return class extends pg.Client {
    /** The embedded engine has one session for whatever connects to it: names are the connection's own. */
    readonly #name = randomUUID()

    // biome-ignore lint/suspicious/noExplicitAny: the driver's method has many shapes; those without values pass through
    override query(text: any, values?: any, callback?: any): any {
      const number = Array.isArray(values) && values.length > 0 ? texts.numberOf(text) : undefined
      if (number === undefined) return super.query(text, values, callback)
      const result = super.query({ name: `${this.#name}_${number}`, text, values }).catch(error => {
        if (!isPlanOutdated(error)) throw error
        texts.forget()
        if (this.getTransactionStatus() !== 'I') throw error
        return super.query(text, values)
      })
      if (!callback) return result
      result.then(found => callback(null, found), callback)
    }
  }
}

/** Whether a statement failed because a table has other columns than when it was prepared. It will not fail again. */
export function isPlanOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return code === '0A000' && message === 'cached plan must not change result type'
}

/** Numbers for texts that came before. No number is given twice. */
function createTexts() {
  const numbers = new Map<string, number>()
  const once = new Set<string>()
  let last = 0
  return {
    numberOf(text: string): number | undefined {
      const number = numbers.get(text)
      if (number !== undefined || numbers.size === PREPARED_STATEMENTS_MAX) return number
      if (once.delete(text)) return numbers.set(text, ++last).get(text)
      if (once.size === PREPARED_STATEMENTS_MAX) once.clear()
      once.add(text)
      return undefined
    },
    forget: () => numbers.clear(),
  }
}
