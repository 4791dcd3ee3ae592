import type { Import } from './import-graph.ts'
import type { SourceFile } from './source-tree.ts'
import { isTest } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Domains are reached through their index.ts only, and only by higher ones. The gallery's door is guarded likewise. */
export function domainBoundaries(
  files: readonly SourceFile[],
  imports: readonly Import[],
  serverOrder: readonly string[],
): Violation[] {
  const orders = { server: serverOrder, web: WEB_ORDER }
  return [...unordered(files, orders), ...imports.flatMap(each => crossing(each, orders))]
}

/** Domains of the web from the bottom to the top. */
const WEB_ORDER = [
  'customers',
  'photos',
  'activation',
  'albums',
  'shared-albums',
  'temp-selections',
  'uploads',
  'downloads',
  'exports',
  'retention',
  'overview',
]

type Orders = Record<'server' | 'web', readonly string[]>

interface Place {
  side: 'server' | 'web'
  /** 'gallery' for the web's gallery, which is below all domains. */
  domain: string
  file: string
}

function unordered(files: readonly SourceFile[], orders: Orders): Violation[] {
  const folders = new Map<string, { place: Place; file: string }>()
  for (const { path } of files) {
    const place = placeOf(path)
    if (place) folders.set(`${place.side} ${place.domain}`, { place, file: path })
  }
  return [...folders.values()]
    .filter(({ place }) => place.domain !== 'gallery' && !orders[place.side].includes(place.domain))
    .map(({ place, file }) => ({
      rule: 'domain-boundaries',
      file,
      message: `the domain ${place.domain} is missing in the order of the ${place.side}'s domains`,
    }))
}

function crossing({ from, to, line }: Import, orders: Orders): Violation[] {
  const [importer, target] = [placeOf(from), placeOf(to)]
  if (!target || isTest(from)) return []
  if (importer?.side === target.side && importer.domain === target.domain) return []
  const found: string[] = []
  if (!/^index\.tsx?$/.test(target.file)) found.push(`reaches past the index.ts of ${target.domain}: ${to}`)
  if (importer?.side === target.side) {
    const order = orders[target.side]
    if (order.indexOf(target.domain) > order.indexOf(importer.domain))
      found.push(`the domain ${importer.domain} is below ${target.domain} and may not import it: ${to}`)
  }
  return found.map(message => ({ rule: 'domain-boundaries', file: from, line, message }))
}

function placeOf(path: string): Place | null {
  const domain = /^(server|web)\/src\/domains\/([^/]+)\/(.+)$/.exec(path)
  if (domain) return { side: domain[1] as Place['side'], domain: domain[2]!, file: domain[3]! }
  const gallery = /^web\/src\/gallery\/(.+)$/.exec(path)
  return gallery ? { side: 'web', domain: 'gallery', file: gallery[1]! } : null
}
