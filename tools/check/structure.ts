import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { domainBoundaries } from './domain-boundaries.ts'
import { serverDomainOrder } from './domain-order.ts'
import { importCycles } from './import-cycles.ts'
import { type Aliases, importGraph } from './import-graph.ts'
import { layerViolations } from './layers.ts'
import { readSourceTree } from './source-tree.ts'
import { tableOwnership } from './table-ownership.ts'
import type { Violation } from './violation.ts'

/** Everything below `root` that breaks a rule about which file may know which other file or table. */
export function structureViolations(root: string, pending: Pending = []): Violation[] {
  const files = readSourceTree(root)
  const imports = importGraph(files, aliasesOf(root))
  const violations = [
    ...layerViolations(imports),
    ...domainBoundaries(files, imports, serverDomainOrder(files)),
    ...importCycles(imports),
    ...tableOwnership(files),
  ]
  return violations.filter(
    each => !pending.some(([rule, path]) => each.rule === rule && path.test(each.file)),
  )
}

function aliasesOf(root: string): Aliases {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { imports: Aliases }
  return imports
}

/** Moves under way: every line goes with the move that it waits for. */
export const PENDING: Pending = [
  ['layers', /-for-tests\.tsx?$/],
  ['domain-boundaries', /^web\/src\//],
  [
    'import-cycles',
    /^(server\/src\/(domains\/identity|platform\/legacy|testing\/model)|shop|web\/src\/domains)\//,
  ],
  ['table-ownership', /^server\/src\/(domains|migrations)\//],
]

type Pending = readonly (readonly [Violation['rule'], RegExp])[]
