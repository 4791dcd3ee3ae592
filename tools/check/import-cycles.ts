import type { Import } from './import-graph.ts'
import type { Violation } from './violation.ts'

/** Reports one violation per group of files that import each other in a cycle. Type-only imports count. */
export function checkImportCycles(imports: readonly Import[]): Violation[] {
  return findCycles(imports).map(({ cycle, size }) => ({
    rule: 'import-cycles',
    file: cycle[0]!.from,
    line: cycle[0]!.line,
    message: `import cycle: ${[...cycle.map(each => each.from), cycle[0]!.from].join(' → ')}${
      size > cycle.length ? ` (${size} files in all)` : ''
    }`,
  }))
}

interface Edge {
  from: string
  to: string
}

/** Finds the shortest cycle of each group of `size` nodes that reach each other. */
export function findCycles<E extends Edge>(edges: readonly E[]): { cycle: E[]; size: number }[] {
  const graph = Map.groupBy(edges, each => each.from)
  return findComponents(graph).map(members => ({
    cycle: findShortestCycle(graph, members),
    size: members.size,
  }))
}

type Graph<E extends Edge = Edge> = Map<string, readonly E[]>

/** Strongly connected components with more than one node, or a node with an edge to itself (Tarjan). */
function findComponents(graph: Graph): Set<string>[] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const onStack = new Set<string>()
  const components: Set<string>[] = []
  const visit = (file: string) => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    stack.push(file)
    onStack.add(file)
    for (const { to } of graph.get(file) ?? []) {
      if (!index.has(to)) visit(to)
      if (onStack.has(to)) low.set(file, Math.min(low.get(file)!, low.get(to)!))
    }
    if (low.get(file) !== index.get(file)) return
    const members = new Set(stack.splice(stack.indexOf(file)))
    for (const member of members) onStack.delete(member)
    if (members.size > 1 || graph.get(file)?.some(each => each.to === file)) components.push(members)
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return components
}

/** Finds the shortest path from the first node of the component back to itself. */
function findShortestCycle<E extends Edge>(graph: Graph<E>, members: ReadonlySet<string>): E[] {
  const start = [...members].sort()[0]!
  const pathByNode = new Map<string, E[]>([[start, []]])
  for (const [file, path] of pathByNode)
    for (const each of graph.get(file) ?? []) {
      if (each.to === start) return [...path, each]
      if (members.has(each.to) && !pathByNode.has(each.to)) pathByNode.set(each.to, [...path, each])
    }
  throw new Error(`${start} is in no cycle`)
}
