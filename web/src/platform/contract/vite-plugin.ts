import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract } from './compile.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Not replaced are modules of `contract/input/`, which forms load, with zod/mini, and those that have functions
 * and no zod: rules that server and page share.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const schemaModule = fileURLToPath(new URL('./web/src/platform/contract/json-schema.ts', root))
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    async load(file) {
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      const [{ mtimeMs }, source] = await Promise.all([stat(file), readFile(file, 'utf8')])
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const module: Record<string, unknown> = await import(`${pathToFileURL(file)}?${mtimeMs}`)
      const hasFunctions = Object.values(module).some(each => typeof each === 'function')
      if (hasFunctions && !/from 'zod/.test(source)) return undefined
      const compiled = compileContract(module)
      const code = [
        `import { browserSchema } from ${JSON.stringify(schemaModule)}`,
        ...[...compiled].map(([name, source]) => `export const ${name} = ${source}`),
      ].join('\n')
      return { code, moduleType: 'js', moduleSideEffects: false }
    },
  }
}
