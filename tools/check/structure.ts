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
import { checkSmallFiles } from './small-files.ts'
import { findTexts, isTest, readSourceTree, type Violation } from './source-tree.ts'
import { checkTableOwnership } from './table-ownership.ts'
import { checkUnusedTexts } from './unused-texts.ts'

/**
 * Reports all violations of the structure rules in the repository at `root`, each as a line in the format that editors and CI
 * turn into a link.
 */
export function checkStructure(root: string): string[] {
  const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Aliases
  }
  const files = readSourceTree(root)
  const imports = createImportGraph(files, aliases)
  const violationsByRule: Record<string, Violation[]> = {
    layers: checkLayers(imports),
    'domain-boundaries': checkDomainBoundaries(imports),
    'import-cycles': checkImportCycles(imports),
    'small-files': checkSmallFiles(files, imports),
    'table-ownership': checkTableOwnership(files),
    distribution: checkDistribution(root, files),
    decisions: checkDecisions(root, files),
    // A comment states the reason itself, and a decision names the review.
    'review-ids': findTexts(
      files.filter(({ path }) => !isTest(path)),
      /\bRV-\d+/g,
      id => `${id} belongs to a test or a decision`,
    ),
    // The path of an address as the name of a file is wrong in a folder with a space or an umlaut.
    'path-of-url': findTexts(
      files,
      /import\.meta\.url\s*,?\s*\)\s*\.pathname/g,
      () => 'is percent-encoded: use import.meta.dirname or fileURLToPath',
    ),
    'unused-texts': checkUnusedTexts(root, files),
    'literal-texts': checkLiteralTexts(files),
    'css-classes': checkCssClasses(root, files),
  }
  return Object.entries(violationsByRule).flatMap(([rule, violations]) =>
    violations.map(({ file, line, message }) => `${file}${line ? `:${line}` : ''}: ${message} (${rule})`),
  )
}

if (import.meta.main) {
  const violations = checkStructure(join(import.meta.dirname, '../..'))
  for (const violation of violations) console.log(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
}
