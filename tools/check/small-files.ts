import { dirname } from 'node:path'
import type { Import } from './import-graph.ts'
import { isTest, type SourceFile, type Violation } from './source-tree.ts'

/** Lines below which a file is no piece of its own, and lines above which two files stay two. */
const MIN_LINES = 40
const MAX_LINES = 300

/** Files that a reader looks for by their name, and those of the build: lazy components and workers. */
const NAMED =
  /\/(index|tables|store|events|routes|present|jobs|job-kinds|metrics|notifications|lazy-.*|.*-worker|.*\.d)\.tsx?$/

/** Files that export what others hold: the way into a domain, and lazy components. */
const EXPORTING = /\/(index|lazy-.*)\.tsx?$/

/**
 * Reports small files of the product that only one file of their folder imports, unless they have a name of NAMED, or that file
 * loads them on demand or exports them.
 */
export function checkSmallFiles(files: readonly SourceFile[], imports: readonly Import[]): Violation[] {
  const linesByPath = new Map(files.map(({ path, text }) => [path, text.split('\n').length - 1]))
  const importsByTarget = Map.groupBy(
    imports.filter(({ from }) => !isTest(from)),
    each => each.to,
  )
  return [...importsByTarget].flatMap(([file, [first, ...others]]) => {
    const { from, isOnDemand } = first!
    const [lines, joined] = [linesByPath.get(file)!, linesByPath.get(file)! + linesByPath.get(from)!]
    const isPiece = lines >= MIN_LINES || joined > MAX_LINES || NAMED.test(file) || EXPORTING.test(from)
    if (isPiece || isOnDemand || others.length > 0 || dirname(file) !== dirname(from)) return []
    return /^(contract|server|web)\/.*\.tsx?$/.test(file)
      ? [{ file, message: `has one importer: join ${from}` }]
      : []
  })
}
