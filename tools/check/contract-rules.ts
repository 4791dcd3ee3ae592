import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UnsupportedRuleError } from '#web/platform/contract/compile-schema.ts'
import { compileContract } from '#web/platform/contract/vite-plugin.ts'
import type { SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Reports answers of the contract with rules that the browser's version cannot check; the build refuses them too. */
export async function checkContractRules(root: string, files: readonly SourceFile[]): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { path } of files) {
    if (!/^contract\/[^/]+(?<!\.test)\.ts$/.test(path)) continue
    const message = findUnsupportedRule(await import(pathToFileURL(join(root, path)).href))
    if (message !== null) violations.push({ rule: 'contract-rules', file: path, message })
  }
  return violations
}

function findUnsupportedRule(exports: Record<string, unknown>): string | null {
  try {
    compileContract(exports)
    return null
  } catch (error) {
    if (error instanceof UnsupportedRuleError) return error.message
    throw error
  }
}
