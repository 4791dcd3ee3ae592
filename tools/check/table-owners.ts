import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

const BASELINE = 'server/src/migrations'

/** Lists the tables of the baseline, with the file that creates each. */
export function listCreatedTables(root: string): Map<string, string> {
  return new Map(
    readdirSync(join(root, BASELINE)).flatMap(name =>
      [...readFileSync(join(root, BASELINE, name), 'utf8').matchAll(/^create table (\w+)/gm)].map(
        ([, table]) => [table!, `${BASELINE}/${name}`] as const,
      ),
    ),
  )
}

/** Lists the tables that are declared with `distributed`. */
export function listDistributedTables(files: readonly SourceFile[]): Set<string> {
  return new Set(
    files
      .filter(({ path }) => TABLES_FILE.test(path))
      .flatMap(file => [...file.text.matchAll(/\b(\w+): distributed\(/g)].map(match => match[1]!)),
  )
}

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
