import { type Bound, createFigure, type Figure } from './figure.ts'
import { generateLoad } from './load.ts'
import { computeMedian, measureAlternately } from './rounds.ts'

/** Addresses of one answer, and the CPU seconds so far of all that takes part in it. */
export interface Route {
  urls: string[]
  cpu(): number
}

export interface Comparison {
  rounds: number
  /** Duration of the load on each route in each round, s. */
  seconds: number
  /** For the files of the load. */
  folder: string
  headers: Record<string, string>
  /** Requests before the first round: V8 optimizes what has run often. */
  warmUp: number
}

/** A busy machine answers few requests in some seconds: the warm-up ends then. */
const WARM_UP_SECONDS = 40

/** Compares the CPU per response of the reference and of the product, which are loaded alternately. */
export async function compareRoutes(
  what: string,
  { product, reference }: Record<'product' | 'reference', Route>,
  { rounds, seconds, folder, headers, warmUp }: Comparison,
  bound: Bound,
): Promise<Figure> {
  const measure =
    ({ urls, cpu }: Route) =>
    async () => {
      const before = cpu()
      const { requests, perSecond } = await generateLoad(urls, seconds, folder, headers)
      return { requests, perSecond, cpu: (cpu() - before) / requests }
    }
  const [measureProduct, measureReference] = [measure(product), measure(reference)]
  for (const measureSide of [measureProduct, measureReference]) {
    const until = performance.now() + WARM_UP_SECONDS * 1000
    for (let requests = 0; requests < warmUp && performance.now() < until; )
      requests += (await measureSide()).requests
  }
  const measured = await measureAlternately(rounds, measureProduct, measureReference)
  const microseconds = (cpu: number[]) => (computeMedian(cpu) * 1e6).toFixed(0)
  const perSecond = computeMedian(measured.map(each => each.product.perSecond / each.reference.perSecond))
  return createFigure(
    what,
    measured.map(each => each.reference.cpu / each.product.cpu),
    {
      ...bound,
      note: `${microseconds(measured.map(each => each.product.cpu))} µs, the bare route ${microseconds(measured.map(each => each.reference.cpu))} µs; answers per second ${perSecond.toFixed(2)} ×`,
    },
  )
}
