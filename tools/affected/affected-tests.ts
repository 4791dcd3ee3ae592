import type { Import } from '../check/import-graph.ts'
import { coversPath } from './browser-tests.ts'

/** Test files to run for a change; `all` when it can affect every test. */
export interface AffectedTests {
  all: boolean
  unit: string[]
  browser: string[]
}

/**
 * Finds the tests that a change of these files affects:
 * - unit tests that import a changed file, directly or through others, and those in the same folder;
 * - browser tests that import one, and those of the folders that changed (browser-tests.ts).
 * Imports through the files that compose all domains, and those by which a test of one domain sets up another (isSetUp),
 * are not followed: otherwise nearly every change would affect nearly every test.
 */
export function findAffectedTests(
  paths: readonly string[],
  imports: readonly Import[],
  changed: readonly string[],
): AffectedTests {
  const tests = paths.filter(path => /\.(test|spec)\.tsx?$/.test(path) && !PROOF_ONLY.test(path))
  const affectedFiles = findDependents(imports, changed)
  const product = changed.filter(path => PRODUCT.test(path))
  const changedFolders = new Set(changed.filter(isSource).map(getDomainOrFolder))
  const isAffected = (test: string) => affectedFiles.has(test) || changedFolders.has(getDomainOrFolder(test))
  return {
    all: changed.some(path => AFFECTS_ALL.test(path)),
    unit: tests.filter(test => test.includes('.test.') && isAffected(test)),
    browser: tests.filter(
      test =>
        test.includes('.spec.') && (affectedFiles.has(test) || product.some(path => coversPath(test, path))),
    ),
  }
}

/** Tests that only `npm run proof` runs. */
const PROOF_ONLY = /^proof\/distribution\/|\.proof\.test\.ts$/

/** Packages and the configuration of the test runners. */
const AFFECTS_ALL =
  /^(package(-lock)?\.json|tsconfig\.json|vite(st)?\.config\.ts|tools\/vitest-[^/]+|proof\/browser\/playwright\.config\.ts)$/

/** Files that compose all domains: the server's app, its start in tests, the routes of the web. */
const COMPOSES_ALL =
  /^(server\/src\/(app|serve|domains\/domains)\.ts|server\/src\/testing\/|web\/src\/app\/|sandbox\/(?!shop\/)|proof\/browser\/fixtures\/(serve|test)\.ts)/

const DOMAIN = /^(server|web)\/src\/domains\/[^/]+\//

const PRODUCT = /^(contract|server|web|sandbox\/shop|brands)\//

function isSource(path: string): boolean {
  return /\.(tsx?|css|json)$/.test(path) && path.includes('/')
}

/** Returns the path of the file's domain, or its folder when it belongs to none. */
function getDomainOrFolder(path: string): string {
  return DOMAIN.exec(path)?.[0] ?? path.replace(/\/[^/]*$/, '')
}

/** Finds the changed files and everything that imports them. */
function findDependents(imports: readonly Import[], changed: readonly string[]): Set<string> {
  const importers = Map.groupBy(imports, each => each.to)
  const affectedFiles = new Set(changed)
  for (const path of affectedFiles) {
    if (COMPOSES_ALL.test(path) && !changed.includes(path)) continue
    for (const { from } of importers.get(path) ?? [])
      if (changed.includes(path) || !isSetUp(from, path)) affectedFiles.add(from)
  }
  return affectedFiles
}

/** Whether a test of one domain imports the front door of another, for example to upload the photos that it needs. */
function isSetUp(from: string, to: string): boolean {
  return (
    /\.(test|testing)\.tsx?$/.test(from) &&
    DOMAIN.test(from) &&
    DOMAIN.test(to) &&
    to.endsWith('/index.ts') &&
    getDomainOrFolder(from) !== getDomainOrFolder(to)
  )
}
