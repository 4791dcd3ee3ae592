import type { Import } from './import-graph.ts'
import type { Violation } from './violation.ts'

/** Reports files that import each other in a cycle; a file is in one of them. Type-only imports count. */
export function checkImportCycles(imports: readonly Import[]): Violation[] {
  return findCycles(imports).map(cycle => ({
    file: cycle[0]!.from,
    line: cycle[0]!.line,
    message: `import cycle: ${[...cycle, cycle[0]!].map(each => each.from).join(' → ')}`,
  }))
}

interface Edge {
  from: string
  to: string
}

/** Finds cycles that share no node, each the shortest one from its first node. */
export function findCycles<E extends Edge>(edges: readonly E[]): E[][] {
  const cycles: E[][] = []
  for (let rest = removeDeadEnds(edges); rest.length > 0; ) {
    const [start] = rest.map(each => each.from).sort()
    const cycle = findShortestCycle(rest, start!)
    const found = new Set(cycle ? cycle.map(each => each.from) : [start])
    if (cycle) cycles.push(cycle)
    rest = removeDeadEnds(rest.filter(each => !found.has(each.from) && !found.has(each.to)))
  }
  return cycles
}

/** Removes the edges from and to nodes that no cycle can pass. */
function removeDeadEnds<E extends Edge>(edges: readonly E[]): readonly E[] {
  const [from, to] = [new Set(edges.map(each => each.from)), new Set(edges.map(each => each.to))]
  const rest = edges.filter(each => to.has(each.from) && from.has(each.to))
  return rest.length === edges.length ? edges : removeDeadEnds(rest)
}

function findShortestCycle<E extends Edge>(edges: readonly E[], start: string): E[] | undefined {
  const edgesByNode = Map.groupBy(edges, each => each.from)
  const pathByNode = new Map<string, E[]>([[start, []]])
  for (const [node, path] of pathByNode)
    for (const edge of edgesByNode.get(node) ?? []) {
      if (edge.to === start) return [...path, edge]
      if (!pathByNode.has(edge.to)) pathByNode.set(edge.to, [...path, edge])
    }
  return undefined
}
