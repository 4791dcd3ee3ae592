import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract } from './compile.ts'

/**
 * Vite: a module of `contract/` becomes its browser's version (see compileContract), so that zod stays out of the first
 * page. Modules of `contract/input/` stay as they are: they come with the forms, by zod/mini.
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
      // Node keeps modules by their address; the time makes a changed one new.
      const exports = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      return { code: compileContract(exports, shapeModule), moduleType: 'js' }
    },
  }
}
