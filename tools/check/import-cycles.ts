import type { Import } from './import-graph.ts'
import type { Violation } from './source-tree.ts'

/** Reports files that import each other in a cycle. Type-only imports count. */
export function checkImportCycles(imports: readonly Import[]): Violation[] {
  return findCycles(imports).map(cycle => ({
    file: cycle[0]!.from,
    line: cycle[0]!.line,
    message: `import cycle: ${[...cycle, cycle[0]!].map(each => each.from).join(' → ')}`,
  }))
}

/** Finds a cycle for each edge that closes one, on a search that passes each node once. */
export function findCycles<E extends { from: string; to: string }>(edges: readonly E[]): E[][] {
  const edgesByNode = Map.groupBy(edges, each => each.from)
  const passed = new Set<string>()
  const cycles: E[][] = []
  const visit = (node: string, path: readonly E[]) => {
    const start = path.findIndex(each => each.from === node)
    if (start >= 0) cycles.push(path.slice(start))
    if (passed.has(node)) return
    passed.add(node)
    for (const edge of edgesByNode.get(node) ?? []) visit(edge.to, [...path, edge])
  }
  for (const node of [...edgesByNode.keys()].sort()) visit(node, [])
  return cycles
}
