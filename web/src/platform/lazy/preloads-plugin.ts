import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/** Modules, named by the ends of their paths. */
export interface Preloads {
  /** What the entry imports on demand in every visit. */
  start: string
  /** What a visit of each path loads after that: its screen, and the list where that is named. */
  pages: Record<string, readonly string[]>
}

/**
 * Vite plugin: the page names the scripts and styles of the start beside those of the entry, and `preloads.json` has the
 * Link header (RFC 8288) of each path in `pages`: those of its screen. The server sends it with the page, so that the
 * browser requests them without having run the entry (RV-505).
 */
export function preloadsPlugin({ start, pages }: Preloads): Plugin {
  return {
    name: 'keepsake-preloads',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => startTags(Object.values(bundle ?? {}), start),
    },
    generateBundle: {
      // Vite assigns styles to chunks before.
      order: 'post',
      handler(_options, bundle) {
        const headers = Object.entries(pages).map(
          ([path, modules]) => [path, preloadHeader(Object.values(bundle), start, modules)] as const,
        )
        const source = JSON.stringify(Object.fromEntries(headers))
        this.emitFile({ type: 'asset', fileName: 'preloads.json', source })
      },
    },
  }
}

/** The tags of the start in the page. The style sheet is one of the page, which the import on demand does not repeat. */
export function startTags(files: readonly BundleFile[], start: string): HtmlTagDescriptor[] {
  const { scripts, styles } = loadedBy(files, [start], [])
  return [
    ...scripts.map(href => ({ tag: 'link', attrs: { rel: 'modulepreload', crossorigin: true, href } })),
    ...styles.map(href => ({ tag: 'link', attrs: { rel: 'stylesheet', crossorigin: true, href } })),
  ].map(tag => ({ ...tag, injectTo: 'head' }))
}

/** The Link header of a page that loads these modules after the start. */
export function preloadHeader(
  files: readonly BundleFile[],
  start: string,
  modules: readonly string[],
): string {
  const { scripts, styles } = loadedBy(files, modules, [start])
  return [
    ...scripts.map(href => `<${href}>; rel=modulepreload`),
    // Vite requests styles by CORS.
    ...styles.map(href => `<${href}>; rel=preload; as=style; crossorigin`),
  ].join(', ')
}

/** What the modules' chunks import that the entry and those `before` do not. Throws when no chunk contains a module. */
function loadedBy(files: readonly BundleFile[], modules: readonly string[], before: readonly string[]) {
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
  const entry = chunks.find(({ isEntry }) => isEntry)
  const earlier = [entry, ...before.map(containing)].reduce(withImports, new Set())
  const own = [...modules.map(containing).reduce(withImports, new Set()).difference(earlier)]
  const styles = new Set(own.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
  return {
    scripts: own.map(({ fileName }) => `/${fileName}`),
    styles: [...styles].map(name => `/${name}`),
  }
}

type BundleChunk = Pick<Rolldown.OutputChunk, 'type' | 'fileName' | 'isEntry' | 'imports' | 'moduleIds'> & {
  viteMetadata?: { importedCss: ReadonlySet<string> }
}
type BundleFile = { type: 'asset' } | BundleChunk
