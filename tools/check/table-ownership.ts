import { isTest, type SourceFile } from './source-tree.ts'
import { findTableUses, type TableUse } from './table-uses.ts'
import type { Violation } from './violation.ts'

/**
 * Reports tables that are named outside of the store of their domain (store.ts or a file in store/); calls on rows by key may
 * name them anywhere in the domain. Tests may name all tables, and so may what works on any table: the restore drill, the rows
 * of an account, rows by key. That each table has one domain, which can erase an account from it, is checked at the start
 * (domain.ts).
 */
export function checkTableOwnership(files: readonly SourceFile[]): Violation[] {
  const owners = new Map(files.flatMap(listTables))
  return files
    .filter(({ path }) => namesTables(path))
    .flatMap(file =>
      findTableUses(file).flatMap(({ line, ...use }) => {
        const message = findFault(file.path, use, owners)
        return message === null ? [] : [{ file: file.path, line, message }]
      }),
    )
}

/** Lists the tables that the tables.ts of a domain declares, each with the domain. */
function listTables({ path, text }: SourceFile): [table: string, domain: string][] {
  const domain = /^server\/src\/domains\/([^/]+)\/tables\.ts$/.exec(path)?.[1]
  if (!domain) return []
  return [...text.matchAll(/\b(\w+): (?:local|directory|distributed)<\w+>\(/g)].map(match => [
    match[1]!,
    domain,
  ])
}

function findFault(
  path: string,
  { table, isByKey }: Omit<TableUse, 'line'>,
  owners: ReadonlyMap<string, string>,
): string | null {
  if (table === null) return 'the name of a table is a literal, never a value'
  const owner = owners.get(table)
  if (owner === undefined || isDomainStore(path, owner)) return null
  if (isByKey && path.startsWith(`server/src/domains/${owner}/`)) return null
  return `names the table ${table}, which only the store of ${owner} may`
}

const NAMES_ALL_TABLES = [
  'server/src/restore-drill/compare-tables.ts',
  'server/src/platform/db/account-rows.ts',
  'server/src/platform/db/rows.ts',
]

function namesTables(path: string): boolean {
  return !NAMES_ALL_TABLES.includes(path) && /^(server\/src|sandbox)\//.test(path) && !isTest(path)
}

function isDomainStore(path: string, domain: string): boolean {
  const [, owner, file] = /^server\/src\/domains\/([^/]+)\/(.+)$/.exec(path) ?? []
  return owner === domain && /(^|\/)store(\.ts|\/.+\.ts)$/.test(file!)
}
