import { dirname, join } from 'node:path'
import { Visitor } from 'oxc-parser'
import type { SourceFile } from './source-tree.ts'
import { getLine } from './violation.ts'

/** An import, re-export, dynamic import or imported type of a file of the repository; packages are left out. */
export interface Import {
  from: string
  to: string
  line: number
}

/** Lists all imports between files, type-only ones included. `aliases` are those of `imports` in package.json. */
export function createImportGraph(files: readonly SourceFile[], aliases: Aliases): Import[] {
  return files.flatMap(file => listImports(file, aliases))
}

/** '#contract/*' → './contract/*' */
export type Aliases = Readonly<Record<string, string>>

function listImports(file: SourceFile, aliases: Aliases): Import[] {
  const importByTarget = new Map<string, Import>()
  for (const { specifier, start } of listSpecifiers(file)) {
    const to = resolve(file.path, specifier, aliases)
    if (to !== null && !importByTarget.has(to))
      importByTarget.set(to, { from: file.path, to, line: getLine(file.text, start) })
  }
  return [...importByTarget.values()]
}

interface Specifier {
  specifier: string
  start: number
}

function listSpecifiers(file: SourceFile): Specifier[] {
  const { staticImports, staticExports, dynamicImports } = file.parsed.module
  const static_ = [
    ...staticImports.map(each => each.moduleRequest),
    ...staticExports.flatMap(each => each.entries.flatMap(entry => entry.moduleRequest ?? [])),
  ].map(({ value, start }) => ({ specifier: value, start }))
  const dynamic = dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"])(.*)\1$/.exec(file.text.slice(start, end))
    return literal ? [{ specifier: literal[2]!, start }] : []
  })
  return [...static_, ...dynamic, ...listImportedTypes(file)]
}

/** `import('./file.ts').Type`, which the parser's list of imports leaves out. */
function listImportedTypes(file: SourceFile): Specifier[] {
  if (!/\bimport\(/.test(file.text)) return []
  const specifiers: Specifier[] = []
  new Visitor({
    TSImportType: ({ source }) => void specifiers.push({ specifier: source.value, start: source.start }),
  }).visit(file.parsed.program)
  return specifiers
}

function resolve(from: string, specifier: string, aliases: Aliases): string | null {
  const path = specifier.replace(/\?.*$/, '')
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.replace('*', '')
    if (path.startsWith(prefix)) return join(target.replace('*', ''), path.slice(prefix.length))
  }
  return path.startsWith('.') ? join(dirname(from), path) : null
}
