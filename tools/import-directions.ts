import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseSync } from 'oxc-parser'

/*
 * Imports run one way. The rules come from the folder names:
 * contract ← server, web, shop, e2e, bench; server ← demo ← server/src/main.ts; server: platform ← http, schema, context, domain ← domains ← app;
 * web: platform, ui ← domains ← app; a domain reaches another only through its index.ts, and on the server only a
 * lower one. Data in brands and locales and the template tag in html are for everybody.
 */

/** Domains of the server, low to high; the web's are joined in its app only and by the pieces they export. */
const ORDER = [
  'brands',
  'customers',
  'identity',
  'photos',
  'activation',
  'albums',
  'shared-albums',
  'temp-selections',
  'uploads',
  'imports',
  'downloads',
  'exports',
  'orders',
  'vouchers',
  'invoices',
  'product-files',
  'projects',
  'merchandise',
  'widgets',
  'retention',
  'reports',
]

const root = new URL('..', import.meta.url).pathname
const ALIASES: Record<string, string> = {
  '#contract/': 'contract/',
  '#server/': 'server/src/',
  '#web/': 'web/src/',
  '#brands/': 'brands/',
  '#demo/': 'demo/',
  '#html/': 'html/',
  '#locales/': 'locales/',
}

const RANKS: Record<string, (path: string) => number> = {
  server: path =>
    path.startsWith('server/src/platform/')
      ? 0
      : /^server\/src\/(http\/|schema|context|domain\.ts|migrations\/)/.test(path)
        ? 1
        : path.startsWith('server/src/domains/')
          ? 2
          : 3,
  web: path => (/^web\/src\/(platform|ui)\//.test(path) ? 0 : path.startsWith('web/src/domains/') ? 2 : 3),
}

const problems: string[] = []
let files = 0
for (const top of [
  'contract',
  'brands',
  'html',
  'locales',
  'server',
  'demo',
  'web',
  'shop',
  'e2e',
  'bench',
  'tools',
])
  for (const file of sources(join(root, top))) check(file)
for (const problem of problems) console.error(problem)
console.log(`${files} files, ${problems.length} wrong imports`)
process.exitCode = problems.length ? 1 : 0

function check(path: string): void {
  files++
  const from = relative(root, path)
  const { module } = parseSync(path, readFileSync(path, 'utf8'))
  const specifiers = [
    ...module.staticImports.map(each => each.moduleRequest.value),
    ...module.staticExports.flatMap(each => each.entries.map(entry => entry.moduleRequest?.value)),
    ...module.dynamicImports.map(each => literal(path, each.moduleRequest)),
  ]
  for (const specifier of new Set(specifiers)) {
    const to = specifier && target(path, specifier)
    const why = to && wrong(from, to)
    if (why) problems.push(`${from} imports ${to}: ${why}`)
  }
}

/** Why the import is not allowed, or null. */
function wrong(from: string, to: string): string | null {
  const test = /\.(test|spec)\.tsx?$|\/testing\//.test(from)
  const [fromTop, toTop] = [from.split('/')[0]!, to.split('/')[0]!]
  if (/^(brands|html|locales)\//.test(to)) return null
  if (fromTop === 'contract') return toTop === 'contract' ? null : 'the contract imports nothing of the house'
  if (toTop === 'contract') return null
  if (['e2e', 'bench', 'tools'].includes(fromTop)) return null
  if (fromTop === 'demo' || from === 'server/src/main.ts') return null
  if (fromTop !== toTop && !test) return `${fromTop} does not reach into ${toTop}`
  if (test) return null
  return layers(from, to) ?? domains(from, to)
}

function layers(from: string, to: string): string | null {
  const rank = RANKS[from.split('/')[0]!]
  if (!rank || rank(to) <= rank(from)) return null
  return 'imports run from app to domains to platform, never back'
}

function domains(from: string, to: string): string | null {
  const [a, b] = [from, to].map(path => /\/src\/domains\/([^/]+)\/(.+)$/.exec(path))
  if (!a || !b || a[1] === b[1]) return null
  if (b[2] !== 'index.ts' && from.startsWith('server/'))
    return 'another domain is reached through its index.ts'
  const [low, high] = [ORDER.indexOf(b[1]!), ORDER.indexOf(a[1]!)]
  if (from.startsWith('server/') && (low < 0 || high < 0)) return 'this domain has no place in the order'
  return from.startsWith('server/') && low > high ? `${a[1]} is below ${b[1]}` : null
}

function target(path: string, specifier: string): string | null {
  for (const [alias, folder] of Object.entries(ALIASES))
    if (specifier.startsWith(alias)) return folder + specifier.slice(alias.length)
  return specifier.startsWith('.') ? relative(root, resolve(dirname(path), specifier)) : null
}

function literal(path: string, { start, end }: { start: number; end: number }): string | undefined {
  const text = readFileSync(path, 'utf8').slice(start, end)
  return /^(['"]).*\1$/.test(text) ? text.slice(1, -1) : undefined
}

function* sources(folder: string): Generator<string> {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.parentPath.includes('/dist'))
      yield join(entry.parentPath, entry.name)
}
