import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'

/**
 * Vite plugin: fails the build when the first page's scripts, gzipped, have more than `maxKb` KB: the entry, the
 * chunk of the module whose path ends with `page`, and all that they import, but on demand.
 */
export function firstPageBudgetPlugin(page: string, maxKb: number): Plugin {
  return {
    name: 'keepsake-first-page-budget',
    apply: 'build',
    generateBundle: {
      // Vite writes the lists of preloaded files into the chunks before.
      order: 'post',
      handler(_options, bundle) {
        const kb = countFirstPageBytes(Object.values(bundle), page) / 1000
        if (kb > maxKb)
          this.error(`The first page has ${kb.toFixed(1)} KB of JavaScript, more than ${maxKb} KB`)
      },
    },
  }
}

/** Counts the gzipped bytes of the scripts of a visit that loads this module after the entry. */
export function countFirstPageBytes(files: readonly BundleFile[], page: string): number {
  const chunks = new Map(
    files.flatMap(file => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  )
  const loadedChunks = new Set<string>()
  const load = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || loadedChunks.has(name)) return
    loadedChunks.add(name)
    for (const imported of chunk.imports) load(imported)
  }
  for (const chunk of chunks.values()) if (chunk.isEntry) load(chunk.fileName)
  const chunk = [...chunks.values()].find(({ moduleIds }) => moduleIds.some(id => id.endsWith(page)))
  if (!chunk) throw new Error(`No chunk contains ${page}`)
  load(chunk.fileName)
  return [...loadedChunks].reduce(
    (sum, name) => sum + gzipSync(chunks.get(name)!.code, { level: 9 }).byteLength,
    0,
  )
}

type BundleFile =
  | { type: 'asset' }
  | Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'isEntry' | 'imports' | 'moduleIds' | 'code'>
