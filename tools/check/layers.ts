import type { Import } from './import-graph.ts'
import { isTest } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Imports run downwards: from a layer to itself, to the one it stands on, and to all below that. */
export function layerViolations(imports: readonly Import[]): Violation[] {
  return imports.flatMap(({ from, to, line }) => {
    const message = wrongDirection(from, to)
    return message ? [{ rule: 'layers', file: from, line, message }] : []
  })
}

interface Layer {
  name: string
  path: RegExp
  on: string | null
}

/** From the bottom to the top. The first pattern that matches a path gives its layer. */
const LAYERS: readonly Layer[] = [
  { name: 'contract', path: /^contract\//, on: null },
  { name: 'brands, html and locales', path: /^(brands|html|locales)\//, on: 'contract' },

  { name: 'server platform', path: /^server\/src\/platform\//, on: 'brands, html and locales' },
  {
    name: 'server http',
    path: /^server\/src\/(http\/|migrations\/|(schema|context|domain)\.ts$)/,
    on: 'server platform',
  },
  { name: 'server domains', path: /^server\/src\/domains\/[^/]+\//, on: 'server http' },
  {
    name: 'server app',
    path: /^server\/src\/(site\/|domains\/[^/]+$|(?!main\.ts$)[^/]+$)/,
    on: 'server domains',
  },
  { name: 'demo', path: /^demo\//, on: 'server app' },
  { name: 'server main', path: /^server\/src\/main\.ts$/, on: 'demo' },

  { name: 'web platform', path: /^web\/src\/platform\//, on: 'brands, html and locales' },
  { name: 'web ui', path: /^web\/src\/ui\//, on: 'web platform' },
  { name: 'web gallery', path: /^web\/src\/gallery\//, on: 'web ui' },
  { name: 'web domains', path: /^web\/src\/domains\//, on: 'web gallery' },
  { name: 'web app', path: /^web\/src\/app\//, on: 'web domains' },

  { name: 'shop', path: /^shop\//, on: 'brands, html and locales' },
]

/** What is no part of the product may import everything, and no part of the product may import it. */
function wrongDirection(from: string, to: string): string | null {
  if (isDevelopment(from)) return null
  if (isDevelopment(to)) return `imports ${to}, which is for development only`
  const [low, high] = [layerOf(to), layerOf(from)]
  if (!high) return 'belongs to no layer of tools/check/layers.ts'
  if (!low) return `imports ${to}, which belongs to no layer of tools/check/layers.ts`
  return below(high).includes(low) ? null : `${high.name} may not import ${low.name}: ${to}`
}

/** Tests and their helpers, development's folders, and the configuration of its tools in the root. */
function isDevelopment(path: string): boolean {
  return isTest(path) || !path.includes('/')
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find(layer => layer.path.test(path))
}

function below(layer: Layer): Layer[] {
  const next = LAYERS.find(each => each.name === layer.on)
  return [layer, ...(next ? below(next) : [])]
}
