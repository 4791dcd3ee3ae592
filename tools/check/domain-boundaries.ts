import { basename } from 'node:path'
import { findCycles } from './import-cycles.ts'
import type { Import } from './import-graph.ts'
import { isTest } from './source-tree.ts'
import type { Violation } from './violation.ts'

/**
 * Other modules import a domain or the gallery through its index.ts only, but for the demo, which writes what happened in the past
 * into the stores; the imports between domains have no cycle.
 */
export function checkDomainBoundaries(imports: readonly Import[]): Violation[] {
  const locatedImports = imports
    .filter(({ from }) => !isTest(from) && !from.startsWith('sandbox/demo/'))
    .map(each => ({ ...each, importer: locate(each.from), target: locate(each.to) }))
    .filter(({ importer, target }) => target && importer?.folder !== target.folder)
  const violatingImports = locatedImports.filter(({ target }) => !/^index\.tsx?$/.test(target!.file))
  return [
    ...violatingImports.map(({ from, to, line, target }) => ({
      file: from,
      line,
      message: `imports past the index.ts of ${basename(target!.folder)}: ${to}`,
    })),
    ...findDomainCycles(
      locatedImports.flatMap(({ importer, target, ...each }) =>
        importer ? { from: importer.folder, to: target!.folder, import: each } : [],
      ),
    ),
  ]
}

function findDomainCycles(edges: readonly { from: string; to: string; import: Import }[]): Violation[] {
  return findCycles(edges).map(cycle => {
    const { from, line } = cycle[0]!.import
    const imports = cycle.map(each => `${each.import.from}:${each.import.line} imports ${basename(each.to)}`)
    return { file: from, line, message: `domains depend on each other: ${imports.join(', ')}` }
  })
}

/** Returns the folder of a domain or of the web's gallery, and the path inside it. */
function locate(path: string): { folder: string; file: string } | null {
  const match = /^((?:server|web)\/src\/domains\/[^/]+|web\/src\/gallery)\/(.+)$/.exec(path)
  return match && { folder: match[1]!, file: match[2]! }
}
