import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract } from './compile.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Every export becomes a module of its own: a chunk gets only the endpoints that it calls (RV-507).
 * Modules of `contract/input/` are not replaced: forms load them, with zod/mini.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const shapeModule = fileURLToPath(new URL('./web/src/platform/contract/shape.ts', root))
  const single = (name: string, source: string | undefined) =>
    `import { shape } from ${JSON.stringify(shapeModule)}\nexport const ${name} = ${source}`
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    async load(id) {
      const [file = id, query] = id.split('?')
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      const { mtimeMs } = await stat(file)
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const exports = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      const compiled = compileContract(exports)
      const name = new URLSearchParams(query).get('export')
      const code = name === null ? reexports(file, [...compiled.keys()]) : single(name, compiled.get(name))
      return { code, moduleType: 'js', moduleSideEffects: false }
    },
  }
}

const reexports = (file: string, names: readonly string[]) =>
  names.map(name => `export { ${name} } from ${JSON.stringify(`${file}?export=${name}`)}`).join('\n')
