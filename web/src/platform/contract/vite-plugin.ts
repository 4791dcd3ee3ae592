import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract } from './compile.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Modules of `contract/input/` are not replaced: forms load them, with zod/mini.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const shapeModule = fileURLToPath(new URL('./web/src/platform/contract/shape.ts', root))
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      const { mtimeMs } = await stat(file)
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const exports = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      return { code: compileContract(exports, shapeModule), moduleType: 'js' }
    },
  }
}
