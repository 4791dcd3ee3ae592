import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkCssClasses } from './css-classes.ts'
import { checkDecisions } from './decisions.ts'
import { checkDistribution } from './distribution.ts'
import { checkDomainBoundaries } from './domain-boundaries.ts'
import { checkImportCycles } from './import-cycles.ts'
import { type Aliases, createImportGraph } from './import-graph.ts'
import { checkLayers } from './layers.ts'
import { checkLiteralTexts } from './literal-texts.ts'
import { checkPathsOfUrls } from './path-of-url.ts'
import { checkReviewIds } from './review-ids.ts'
import { readSourceTree } from './source-tree.ts'
import { checkTableOwnership } from './table-ownership.ts'
import { checkUnusedTexts } from './unused-texts.ts'
import type { Violation } from './violation.ts'

/** Reports all violations of the structure rules in the repository at `root`. */
export function checkStructure(root: string): Violation[] {
  const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Aliases
  }
  const files = readSourceTree(root)
  const imports = createImportGraph(files, aliases)
  return [
    ...checkLayers(imports),
    ...checkDomainBoundaries(imports),
    ...checkImportCycles(imports),
    ...checkTableOwnership(files),
    ...checkDistribution(root, files),
    ...checkDecisions(root, files),
    ...checkReviewIds(files),
    ...checkPathsOfUrls(files),
    ...checkUnusedTexts(root, files),
    ...checkLiteralTexts(files),
    ...checkCssClasses(root, files),
  ]
}
