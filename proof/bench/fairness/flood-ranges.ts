import { verify } from '../harness/bench.ts'
import { type Flood, type FloodTarget, repeatInParallel } from './flood.ts'

const CONNECTIONS = 32
const RANGE_BYTES = 10

/** Requests ten bytes at another place of a zip of photos each time. */
export const floodZipRanges: Flood = (target, signal, onAnswer) =>
  floodRanges(target, target.zip, signal, onAnswer)

/** Requests ten bytes at another place of a PDF that is inflated from its start each time. */
export const floodPdfRanges: Flood = (target, signal, onAnswer) =>
  floodRanges(target, target.pdf, signal, onAnswer)

async function floodRanges(
  { token }: FloodTarget,
  { url, size }: FloodTarget['zip'],
  signal: AbortSignal,
  onAnswer: () => void,
): Promise<void> {
  let requests = 0
  await repeatInParallel(CONNECTIONS, signal, async () => {
    // A step that has no divisor in common with the size visits all places.
    const start = (requests++ * 7_368_787) % (size - RANGE_BYTES)
    const range = `bytes=${start}-${start + RANGE_BYTES - 1}`
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}`, range } })
    const { byteLength } = await answer.arrayBuffer()
    verify(answer.status === 206 && byteLength === RANGE_BYTES, `a range is answered: ${answer.status}`)
    onAnswer()
  })
}
