import { contractRules } from './contract-rules.ts'
import { cssClasses } from './css-classes.ts'
import { decisions } from './decisions.ts'
import { distribution } from './distribution.ts'
import { domainBoundaries } from './domain-boundaries.ts'
import { importCycles } from './import-cycles.ts'
import { layerViolations } from './layers.ts'
import { migrationRules } from './migration-rules.ts'
import { readRepository } from './repository.ts'
import { tableOwnership } from './table-ownership.ts'
import { unusedTexts } from './unused-texts.ts'
import type { Violation } from './violation.ts'

/** All violations of the structure rules in the repository at `root`. */
export async function structureViolations(root: string): Promise<Violation[]> {
  const { files, imports } = readRepository(root)
  return [
    ...layerViolations(imports),
    ...domainBoundaries(imports),
    ...importCycles(imports),
    ...tableOwnership(files),
    ...migrationRules(root, files),
    ...distribution(root, files),
    ...decisions(root, files),
    ...unusedTexts(root, files),
    ...cssClasses(root, files),
    ...(await contractRules(root, files)),
  ]
}
