import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import { type Context, memoizePerContext } from '../../context.ts'
import { Failure } from '../../http/failure.ts'
import { FairSemaphore } from '../../platform/fair-semaphore.ts'

/**
 * Ranges of deflated PDFs that a process sends to one account at a time. Each is inflated from the start of the PDF, and
 * holds memory as long as the client reads.
 */
const RANGES_PER_ACCOUNT = 4

const getTurns = memoizePerContext(() => new Map<string, { turns: FairSemaphore; ranges: number }>())

/**
 * Waits for a turn of the account, which lasts until its response has ended or its connection is closed. Further ranges
 * wait for those of their own account only. Throws client-closed if the client leaves first.
 */
export async function takeRangeTurn(
  ctx: Context,
  accountId: string,
  response: ServerResponse,
): Promise<void> {
  const byAccount = getTurns(ctx)
  const own = byAccount.get(accountId) ?? { turns: new FairSemaphore(RANGES_PER_ACCOUNT), ranges: 0 }
  byAccount.set(accountId, own)
  own.ranges++
  const closed = new AbortController()
  const ended = new Promise<void>(resolve => finished(response, () => resolve()))
  void ended.then(() => closed.abort(new Failure('client-closed', 'The client closed the connection')))
  const started = Promise.withResolvers<void>()
  own.turns
    .run('', closed.signal, () => {
      started.resolve()
      return ended
    })
    .catch(started.reject)
    .finally(() => {
      if (--own.ranges === 0) byAccount.delete(accountId)
    })
  await started.promise
}
