import type { Import } from './import-graph.ts'
import type { SourceFile } from './source-tree.ts'
import { isTest } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Other modules import a domain or the gallery through its index.ts only, and a domain only by higher domains. */
export function domainBoundaries(
  files: readonly SourceFile[],
  imports: readonly Import[],
  serverOrder: readonly string[],
): Violation[] {
  const orders = { server: serverOrder, web: WEB_ORDER }
  return [...domainsWithoutOrder(files, orders), ...imports.flatMap(each => boundaryViolations(each, orders))]
}

/** Domains of the web from the bottom to the top. */
const WEB_ORDER = [
  'customers',
  'addresses',
  'photo-products',
  'photos',
  'activation',
  'albums',
  'shared-albums',
  'temp-selections',
  'uploads',
  'downloads',
  'exports',
  'merchandise',
  'orders',
  'invoices',
  'product-files',
  'projects',
  'widgets',
  'retention',
  'confirmations',
  'settings',
  'closures',
  'subscriptions',
  'callbacks',
  'sftp-access',
  'consent',
  'overview',
  'activity',
]

type Orders = Record<'server' | 'web', readonly string[]>

interface Location {
  side: 'server' | 'web'
  /** 'gallery' for the web's gallery, which is below all domains. */
  domain: string
  file: string
}

function domainsWithoutOrder(files: readonly SourceFile[], orders: Orders): Violation[] {
  const folders = new Map<string, { location: Location; file: string }>()
  for (const { path } of files) {
    const location = locate(path)
    if (location) folders.set(`${location.side} ${location.domain}`, { location, file: path })
  }
  return [...folders.values()]
    .filter(
      ({ location }) => location.domain !== 'gallery' && !orders[location.side].includes(location.domain),
    )
    .map(({ location, file }) => ({
      rule: 'domain-boundaries',
      file,
      message: `the domain ${location.domain} is missing in the order of the ${location.side}'s domains`,
    }))
}

function boundaryViolations({ from, to, line }: Import, orders: Orders): Violation[] {
  const [importer, target] = [locate(from), locate(to)]
  if (!target || isTest(from)) return []
  if (importer?.side === target.side && importer.domain === target.domain) return []
  const found: string[] = []
  if (!/^index\.tsx?$/.test(target.file)) found.push(`imports past the index.ts of ${target.domain}: ${to}`)
  if (importer?.side === target.side) {
    const order = orders[target.side]
    if (order.indexOf(target.domain) > order.indexOf(importer.domain))
      found.push(`the domain ${importer.domain} is below ${target.domain} and may not import it: ${to}`)
  }
  return found.map(message => ({ rule: 'domain-boundaries', file: from, line, message }))
}

function locate(path: string): Location | null {
  const domain = /^(server|web)\/src\/domains\/([^/]+)\/(.+)$/.exec(path)
  if (domain) return { side: domain[1] as Location['side'], domain: domain[2]!, file: domain[3]! }
  const gallery = /^web\/src\/gallery\/(.+)$/.exec(path)
  return gallery ? { side: 'web', domain: 'gallery', file: gallery[1]! } : null
}
