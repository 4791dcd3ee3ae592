import { SERVICES } from '#contract/endpoint.ts'
import { CHANNEL_QUERY } from '#contract/merchandise.ts'
import { verify } from '../harness/bench.ts'
import { type Flood, repeatInParallel } from './flood.ts'

const CONNECTIONS = 32

/** Queries whole assortments, near the limit of cost, with other variables each time. */
export const floodMerchandise: Flood = ({ origin, token }, signal, onAnswer) => {
  let queries = 0
  return repeatInParallel(CONNECTIONS, signal, async connection => {
    const answer = await fetch(`${origin}${SERVICES.merchandise}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        query: CHANNEL_QUERY,
        variables: { id: `CHANNEL-${connection % 17}`, query: queries++ },
      }),
    })
    const body = await answer.text()
    verify(body.startsWith('{"data":{"channel":{'), `a whole assortment is answered: ${body.slice(0, 200)}`)
    onAnswer()
  })
}
