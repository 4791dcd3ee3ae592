import { isTest, type SourceFile } from './source-tree.ts'
import { listCreatedTables, listTableOwners } from './table-owners.ts'
import { findTableUses } from './table-uses.ts'
import type { Violation } from './violation.ts'

/**
 * Reports violations of table ownership: each table belongs to one domain of the server, which can erase an account from
 * it, and only the store of that domain names it (store.ts or a file in store/). Tests may name all tables. The restore drill reads
 * all tables that the catalog lists, and the rows of an account are selected from the tables that a domain declares.
 */
export function checkTableOwnership(root: string, files: readonly SourceFile[]): Violation[] {
  const owners = listTableOwners(files)
  const domainByTable = new Map(
    owners.toReversed().flatMap(({ domain, tables }) => tables.map(table => [table, domain])),
  )
  const createdTables = listCreatedTables(root)
  const violations: Violation[] = []
  const report = (file: string, message: string, line?: number) =>
    violations.push({ rule: 'table-ownership', file, line, message })

  for (const [table, file] of createdTables)
    if (!domainByTable.has(table)) report(file, `no domain declares the table ${table} in its tables.ts`)
  for (const { domain, file, tables, hasAccounts, erasesAccounts } of owners) {
    for (const table of tables)
      if (domainByTable.get(table) !== domain)
        report(file, `${domainByTable.get(table)} declares the table ${table} as well`)
    if (hasAccounts && !erasesAccounts)
      report(file, `${domain} owns tables with accounts, but its declaration has no eraseAccount`)
  }
  for (const file of files.filter(({ path }) => namesTables(path)))
    for (const { table, line } of findTableUses(file)) {
      if (table === null) report(file.path, 'the name of a table is a literal, never a value', line)
      else if (createdTables.has(table) || domainByTable.has(table)) {
        const owner = domainByTable.get(table) ?? 'none'
        if (!isDomainStore(file.path, owner))
          report(file.path, `names the table ${table}, which only the store of ${owner} may`, line)
      }
    }
  return violations
}

const NAMES_ALL_TABLES = [
  'server/src/restore-drill/compare-tables.ts',
  'server/src/platform/db/account-rows.ts',
]

function namesTables(path: string): boolean {
  return !NAMES_ALL_TABLES.includes(path) && /^(server\/src|sandbox)\//.test(path) && !isTest(path)
}

function isDomainStore(path: string, domain: string): boolean {
  const [, owner, file] = /^server\/src\/domains\/([^/]+)\/(.+)$/.exec(path) ?? []
  return owner === domain && /(^|\/)store(\.ts|\/.+\.ts)$/.test(file!)
}
