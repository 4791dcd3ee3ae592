import type { Plugin, Rolldown } from 'vite'

/**
 * Vite plugin: writes `preloads.json` with the Link header (RFC 8288) of each path in `pages`: the scripts and styles of the
 * module of its screen, beside those of the entry. The server sends it with the page, so that the browser requests them
 * without having run the entry (RV-505). A module is named by the end of its path.
 */
export function preloadsPlugin(pages: Record<string, string>): Plugin {
  return {
    name: 'keepsake-preloads',
    apply: 'build',
    generateBundle: {
      // Vite assigns styles to chunks before.
      order: 'post',
      handler(_options, bundle) {
        const headers = Object.entries(pages).map(
          ([path, module]) => [path, preloadHeader(Object.values(bundle), module)] as const,
        )
        const source = JSON.stringify(Object.fromEntries(headers))
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
      },
    },
  }
}

/** The Link header of a page whose screen is this module. Throws when no chunk contains it. */
export function preloadHeader(files: readonly BundleFile[], module: string): string {
  const chunks = files.filter(file => file.type === 'chunk')
  const byName = new Map(chunks.map(chunk => [chunk.fileName, chunk]))
  const withImports = (loaded: Set<BundleChunk>, chunk: BundleChunk | undefined): Set<BundleChunk> => {
    if (!chunk || loaded.has(chunk)) return loaded
    loaded.add(chunk)
    return chunk.imports.map(name => byName.get(name)).reduce(withImports, loaded)
  }
  const entry = chunks.find(({ isEntry }) => isEntry)
  const page = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
  if (!page) throw new Error(`No chunk contains ${module}`)
  const screen = withImports(new Set(), page).difference(withImports(new Set(), entry))
  const styles = new Set([...screen].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return [
    ...[...screen].map(({ fileName }) => `</${fileName}>; rel=modulepreload`),
    // Vite requests styles by CORS.
    ...[...styles].map(name => `</${name}>; rel=preload; as=style; crossorigin`),
  ].join(', ')
}

type BundleChunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'isEntry' | 'imports' | 'moduleIds'> & {
  viteMetadata?: { importedCss: ReadonlySet<string> }
}
type BundleFile = { type: 'asset' } | BundleChunk
