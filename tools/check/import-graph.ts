import { dirname, join } from 'node:path'
import { type Node, Visitor } from 'oxc-parser'
import { getLine, type SourceFile } from './source-tree.ts'

/** An import, re-export, dynamic import or imported type of a file of the repository; packages are left out. */
export interface Import {
  from: string
  to: string
  line: number
  /** Whether it is loaded by `import()`. */
  isOnDemand: boolean
}

/** Lists all imports between files, type-only ones included. `aliases` are those of `imports` in package.json. */
export function createImportGraph(files: readonly SourceFile[], aliases: Aliases): Import[] {
  return files.flatMap(({ path, text, parsed }) => {
    const importByTarget = new Map<string, Import>()
    const add = ({ source, type }: { source: Node | null; type: Node['type'] }) => {
      if (source?.type !== 'Literal') return
      const to = resolve(path, String(source.value), aliases)
      if (to === null) return
      const isOnDemand = type === 'ImportExpression' || importByTarget.get(to)?.isOnDemand === true
      const line = importByTarget.get(to)?.line ?? getLine(text, source.start)
      importByTarget.set(to, { from: path, to, line, isOnDemand })
    }
    new Visitor({
      ImportDeclaration: add,
      ImportExpression: add,
      ExportAllDeclaration: add,
      ExportNamedDeclaration: add,
      TSImportType: add,
    }).visit(parsed.program)
    return [...importByTarget.values()]
  })
}

/** '#contract/*' → './contract/*' */
export type Aliases = Readonly<Record<string, string>>

function resolve(from: string, specifier: string, aliases: Aliases): string | null {
  const path = specifier.replace(/\?.*$/, '')
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '')
    if (path.startsWith(prefix)) return join(target.replace('*', ''), path.slice(prefix.length))
  }
  return path.startsWith('.') ? join(dirname(from), path) : null
}
