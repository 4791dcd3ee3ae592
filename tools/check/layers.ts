import type { Import } from './import-graph.ts'
import { isTest, type Violation } from './source-tree.ts'

/** Imports run downwards: a layer may import itself, its base layers, and all layers below those. */
export function checkLayers(imports: readonly Import[]): Violation[] {
  return imports.flatMap(({ from, to, line }) => {
    const message = findLayerFault(from, to)
    return message ? [{ file: from, line, message }] : []
  })
}

interface Layer {
  name: string
  path: RegExp
  /** The layers directly below. */
  bases: readonly string[]
}

/** From low to high. The first pattern that matches a path gives its layer. */
const LAYERS: readonly Layer[] = [
  { name: 'contract', path: /^contract\//, bases: [] },
  { name: 'brands, html and locales', path: /^(brands|html|locales)\//, bases: ['contract'] },

  { name: 'server platform', path: /^server\/src\/platform\//, bases: ['brands, html and locales'] },
  {
    name: 'server http',
    path: /^server\/src\/(http\/|migrations\/|(schema|context|domain)\.ts$)/,
    bases: ['server platform'],
  },
  { name: 'server domains', path: /^server\/src\/domains\/[^/]+\//, bases: ['server http'] },
  {
    name: 'server app',
    path: /^server\/src\/((site|doctor|restore-drill)\/|domains\/[^/]+$|[^/]+$)/,
    bases: ['server domains'],
  },

  { name: 'web platform', path: /^web\/src\/platform\//, bases: ['brands, html and locales'] },
  { name: 'web ui', path: /^web\/src\/ui\//, bases: ['web platform'] },
  { name: 'web gallery', path: /^web\/src\/gallery\//, bases: ['web ui'] },
  { name: 'web domains', path: /^web\/src\/domains\//, bases: ['web gallery'] },
  { name: 'web app', path: /^web\/src\/app\//, bases: ['web domains'] },

  // No layer of the product has one of these as its base.
  { name: 'demo calls', path: /^sandbox\/demo-calls\//, bases: ['brands, html and locales'] },
  { name: 'shop', path: /^sandbox\/shop\//, bases: ['demo calls'] },
  { name: 'sandbox', path: /^sandbox\/((demo|mailbox)\/|[^/]+$)/, bases: ['shop', 'server app'] },
]

/** Files for development only may import everything; the product may not import them. */
function findLayerFault(from: string, to: string): string | null {
  if (isDevelopment(from)) return null
  if (isDevelopment(to)) return `imports ${to}, which is for development only`
  const [low, high] = [findLayer(to), findLayer(from)]
  if (!high) return 'belongs to no layer of tools/check/layers.ts'
  if (!low) return `imports ${to}, which belongs to no layer of tools/check/layers.ts`
  return listImportableLayers(high).includes(low) ? null : `${high.name} may not import ${low.name}: ${to}`
}

/** Tests and their helpers, the folders of development, and configuration files in the root. */
function isDevelopment(path: string): boolean {
  return isTest(path) || !path.includes('/')
}

function findLayer(path: string): Layer | undefined {
  return LAYERS.find(layer => layer.path.test(path))
}

function listImportableLayers(layer: Layer): Layer[] {
  const bases = LAYERS.filter(each => layer.bases.includes(each.name))
  return [layer, ...bases.flatMap(listImportableLayers)]
}
