import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { compileContract } from './compile.ts'

/**
 * Vite plugin: replaces a module of `contract/` by its browser version (see compileContract), so that the first page
 * does not load zod. Modules of `contract/input/` are not replaced: forms load them, with zod/mini. Neither are those of rules.
 */
export function contractPlugin(root: URL): Plugin {
  const folder = fileURLToPath(new URL('./contract/', root))
  const schemaModule = fileURLToPath(new URL('./web/src/platform/contract/json-schema.ts', root))
  return {
    name: 'keepsake-contract',
    enforce: 'pre',
    async load(file) {
      if (!file.endsWith('.ts') || `${dirname(file)}/` !== folder) return undefined
      if (RULE_MODULES.includes(basename(file))) return undefined
      const { mtimeMs } = await stat(file)
      // Node caches modules by URL; the modification time makes a changed file a new URL.
      const compiled = compileContract(await import(`${pathToFileURL(file)}?${mtimeMs}`))
      const code = [
        `import { browserSchema } from ${JSON.stringify(schemaModule)}`,
        ...[...compiled].map(([name, source]) => `export const ${name} = ${source}`),
      ].join('\n')
      return { code, moduleType: 'js', moduleSideEffects: false }
    },
  }
}

/** Modules of functions, which have no schema and load none. */
const RULE_MODULES = ['complaint-rules.ts', 'order-delivery.ts', 'order-message.ts']
