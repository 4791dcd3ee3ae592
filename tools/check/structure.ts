import { domainBoundaries } from './domain-boundaries.ts'
import { serverDomainOrder } from './domain-order.ts'
import { importCycles } from './import-cycles.ts'
import { layerViolations } from './layers.ts'
import { readRepository } from './repository.ts'
import { tableOwnership } from './table-ownership.ts'
import type { Violation } from './violation.ts'

/** Everything below `root` that breaks a rule about which file may know which other file or table. */
export function structureViolations(root: string, pending: Pending = []): Violation[] {
  const { files, imports } = readRepository(root)
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

/** Moves under way: every line goes with the move that it waits for. */
export const PENDING: Pending = [
  ['layers', /-for-tests\.tsx?$/],
  ['domain-boundaries', /^web\/src\/(app|domains\/(albums|photos|shared-albums))\//],
  ['import-cycles', /^web\/src\/domains\/(albums|photos)\//],
  [
    'table-ownership',
    /^server\/src\/domains\/(activation|customers|downloads|exports|identity|imports|orders|retention)\/|\/tables\.ts$/,
  ],
]

type Pending = readonly (readonly [Violation['rule'], RegExp])[]
