import { basename, relative } from 'node:path'
import { findCycles } from './import-cycles.ts'
import type { Import } from './import-graph.ts'
import { isTest, type Violation } from './source-tree.ts'

/**
 * Other modules import a domain or the gallery through its index.ts only, but for the demo, which writes what happened in the past
 * into the stores; the imports between domains have no cycle.
 */
export function checkDomainBoundaries(imports: readonly Import[]): Violation[] {
  const edges = imports
    .filter(({ from }) => !isTest(from) && !from.startsWith('sandbox/demo/'))
    .map(each => ({ from: findFolder(each.from), to: findFolder(each.to), import: each }))
    .filter(({ from, to }) => to !== '' && from !== to)
  const violatingImports = edges.filter(each => !/^index\.tsx?$/.test(relative(each.to, each.import.to)))
  return [
    ...violatingImports.map(({ to: folder, import: { from, to, line } }) => ({
      file: from,
      line,
      message: `imports past the index.ts of ${basename(folder)}: ${to}`,
    })),
    ...findCycles(edges.filter(({ from }) => from !== '')).map(describeCycle),
  ]
}

function describeCycle(cycle: readonly { to: string; import: Import }[]): Violation {
  const { from, line } = cycle[0]!.import
  const imports = cycle.map(each => `${each.import.from}:${each.import.line} imports ${basename(each.to)}`)
  return { file: from, line, message: `domains depend on each other: ${imports.join(', ')}` }
}

/** Returns the folder of a domain or of the web's gallery that a file is in; empty for other files. */
function findFolder(path: string): string {
  return /^((server|web)\/src\/domains\/[^/]+|web\/src\/gallery)(?=\/)/.exec(path)?.[0] ?? ''
}
