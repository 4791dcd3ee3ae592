import type { Plugin, Rolldown } from 'vite'

/**
 * Vite plugin: `preloads.json` has the Link header (RFC 8288) of each path in `pages`: the scripts and styles of its modules,
 * which are named by the ends of their paths. The server sends it with the page, so that the browser requests them without
 * having run the entry (RV-505).
 */
export function preloadsPlugin(pages: Record<string, readonly string[]>): Plugin {
  return {
    name: 'keepsake-preloads',
    apply: 'build',
    generateBundle: {
      // Vite assigns styles to chunks before.
      order: 'post',
      handler(_options, bundle) {
        const headers = Object.entries(pages).map(
          ([path, modules]) => [path, preloadHeader(Object.values(bundle), modules)] as const,
        )
        const source = JSON.stringify(Object.fromEntries(headers))
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
      },
    },
  }
}

/** The Link header of a page: what its modules' chunks import that the entry does not. Throws when no chunk contains a module. */
export function preloadHeader(files: readonly BundleFile[], modules: readonly string[]): string {
  const chunks = files.filter(file => file.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const withImports = (loaded: Set<BundleChunk>, chunk: BundleChunk | undefined): Set<BundleChunk> => {
    if (!chunk || loaded.has(chunk)) return loaded
    loaded.add(chunk)
    return chunk.imports.map(name => byName.get(name)).reduce(withImports, loaded)
  }
  const containing = (name: string) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(name)))
    if (!found) throw new Error(`No chunk contains ${name}`)
    return found
  }
  const entry = withImports(
    new Set(),
    chunks.find(({ isEntry }) => isEntry),
  )
  const own = [...modules.map(containing).reduce(withImports, new Set()).difference(entry)]
  const styles = new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...own.map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
    // Vite requests styles by CORS.
    ...[...styles].map(name => `</${name}>; rel=preload; as=style; crossorigin`),
  ].join(', ')
}

type BundleChunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'isEntry' | 'imports' | 'moduleIds'> & {
  viteMetadata?: { importedCss: ReadonlySet<string> }
}
type BundleFile = { type: 'asset' } | BundleChunk
