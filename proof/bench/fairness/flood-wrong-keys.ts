import { setTimeout as wait } from 'node:timers/promises'
import { request } from 'undici'
import { SERVICES } from '#contract/endpoint.ts'
import { getOrders } from '#contract/orders.ts'
import { createMachineToken } from '#server/platform/machine-tokens/machine-tokens.ts'
import { verify } from '../harness/bench.ts'
import { type Flood, repeatInParallel } from './flood.ts'

/** Wrong keys in a minute. */
export const WRONG_KEYS_PER_MINUTE = 10_000
const CONNECTIONS = 32
const INTERVAL_MS = 60_000 / WRONG_KEYS_PER_MINUTE

/** Calls with another API key each time that nobody has: its checksum is right, so that each costs a query. */
export const floodWithWrongKeys: Flood = ({ origin }, signal, onAnswer) => {
  const started = performance.now()
  let calls = 0
  return repeatInParallel(CONNECTIONS, signal, async () => {
    const due = started + calls++ * INTERVAL_MS
    await wait(Math.max(0, due - performance.now()))
    const { statusCode, body } = await request(`${origin}${SERVICES.orders}${getOrders.path}`, {
      headers: { authorization: `Bearer ${createMachineToken('ksk', 'test').token}` },
    })
    await body.dump()
    verify(statusCode === 401, `a key that nobody has is refused: ${statusCode}`)
    onAnswer()
  })
}
