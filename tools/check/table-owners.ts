import { Visitor } from 'oxc-parser'
import type { SourceFile } from './source-tree.ts'

/** The tables of a domain, as its tables.ts declares them. */
export interface TableOwner {
  domain: string
  file: string
  tables: string[]
  /** Whether any of the tables has a column that names an account. */
  hasAccounts: boolean
  /** Whether the domain's declaration in index.ts has `eraseAccount`. */
  erasesAccounts: boolean
}

const TABLES_FILE = /^server\/src\/domains\/([^/]+)\/tables\.ts$/

/** Reads the owners of tables from the constants of type TableDeclarations in the tables.ts of the server's domains. */
export function listTableOwners(files: readonly SourceFile[]): TableOwner[] {
  return files.flatMap(file => {
    const domain = TABLES_FILE.exec(file.path)?.[1]
    if (!domain) return []
    const columns = countAccountColumns(file)
    const index = files.find(({ path }) => path === `server/src/domains/${domain}/index.ts`)
    return [
      {
        domain,
        file: file.path,
        tables: [...columns.keys()],
        hasAccounts: columns.values().some(count => count > 0),
        erasesAccounts: index !== undefined && declaresField(index, 'eraseAccount'),
      },
    ]
  })
}

/** Lists tables that exist after all migrations, with the migration that created each. */
export function listMigratedTables(files: readonly SourceFile[]): Map<string, string> {
  const tables = new Map<string, string>()
  for (const { path, text } of files)
    if (path.startsWith('server/src/migrations/'))
      for (const [, change, name, renamed] of text.matchAll(TABLE_CHANGE)) {
        if (change!.toLowerCase() === 'create') tables.set(name!, path)
        else if (change!.toLowerCase() === 'drop') tables.delete(name!)
        else if (renamed && tables.delete(name!)) tables.set(renamed, path)
      }
  return tables
}

/** Lists the tables that are declared with `distributed`. */
export function listDistributedTables(files: readonly SourceFile[]): Set<string> {
  return new Set(
    files
      .filter(({ path }) => TABLES_FILE.test(path))
      .flatMap(file => [...file.text.matchAll(/\b(\w+): distributed\(/g)].map(match => match[1]!)),
  )
}

const TABLE_CHANGE =
  /\b(create|drop|alter)\s+(?:unlogged\s+)?table\s+(?:if\s+(?:not\s+)?exists\s+)?(\w+)(?:\s+rename\s+to\s+(\w+))?/gi

/** Table → how many of its columns name an account. */
function countAccountColumns(file: SourceFile): Map<string, number> {
  const columns = new Map<string, number>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      const type = id.type === 'Identifier' ? id.typeAnnotation?.typeAnnotation : null
      const named =
        type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name
      if (named !== 'TableDeclarations' || init?.type !== 'ObjectExpression') return
      for (const each of init.properties)
        if (each.type === 'Property' && each.value.type === 'CallExpression')
          columns.set(file.text.slice(each.key.start, each.key.end), each.value.arguments.length)
    },
  }).visit(file.parsed.program)
  return columns
}

function declaresField(index: SourceFile, name: string): boolean {
  let found = false
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineDomain') return
      if (first?.type !== 'ObjectExpression') return
      found ||= first.properties.some(
        each => each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === name,
      )
    },
  }).visit(index.parsed.program)
  return found
}
