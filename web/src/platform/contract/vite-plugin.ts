import { readdir, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract, shareableShapes } from './compile.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Every export becomes a module of its own: a chunk gets only the endpoints that it calls (RV-507), and
 * a schema that is a part of others only once.
 * Modules of `contract/input/` are not replaced: forms load them, with zod/mini.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const shapeModule = fileURLToPath(new URL('./web/src/platform/contract/shape.ts', root))
  const single = (name: string, source: string | undefined, shared: readonly SharedExport[]) =>
    [
      `import { shape } from ${JSON.stringify(shapeModule)}`,
      ...shared
        .filter(each => source?.includes(`${each.alias}.definition`))
        .map(each => `import { ${each.name} as ${each.alias} } from ${JSON.stringify(addressOf(each))}`),
      `export const ${name} = ${source}`,
    ].join('\n')
  let shared: Promise<SharedExport[]> | undefined
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    buildStart() {
      shared = undefined
    },
    async load(id) {
      const [file = id, query] = id.split('?')
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      const { mtimeMs } = await stat(file)
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const exports = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      shared ??= sharedExports(folder)
      const known = await shared
      const compiled = compileContract(exports, new Map(known.map(({ text, alias }) => [text, alias])))
      const name = new URLSearchParams(query).get('export')
      const code =
        name === null ? reexports(file, [...compiled.keys()]) : single(name, compiled.get(name), known)
      return { code, moduleType: 'js', moduleSideEffects: false }
    },
  }
}

interface SharedExport {
  file: string
  name: string
  /** Its name in modules that import it. */
  alias: string
  /** Its shape. */
  text: string
}

/** The contract's exported schemas that are parts of others, one for each shape. */
async function sharedExports(folder: string): Promise<SharedExport[]> {
  const found = new Map<string, SharedExport>()
  for (const entry of (await readdir(folder)).toSorted()) {
    if (!/^[\w-]+\.ts$/.test(entry)) continue
    const file = folder + entry
    const module = basename(entry, '.ts').replaceAll('-', '_')
    for (const [name, text] of shareableShapes(await import(pathToFileURL(file).href)))
      if (!found.has(text)) found.set(text, { file, name, alias: `${module}$${name}`, text })
  }
  return [...found.values()]
}

const reexports = (file: string, names: readonly string[]) =>
  names.map(name => `export { ${name} } from ${JSON.stringify(addressOf({ file, name }))}`).join('\n')

/** The address of the module of one export. */
const addressOf = ({ file, name }: Pick<SharedExport, 'file' | 'name'>) => `${file}?export=${name}`
