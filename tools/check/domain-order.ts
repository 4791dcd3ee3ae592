import { dirname, join } from 'node:path'
import { Visitor } from 'oxc-parser'
import type { SourceFile } from './source-tree.ts'

/** The server's domains from low to high: the folders of the modules named in the constant `domains`. */
export function serverDomainOrder(files: readonly SourceFile[]): string[] {
  for (const path of LISTS) {
    const file = files.find(each => each.path === path)
    const names = file && namesInList(file)
    if (names) return names.flatMap(name => folderOf(file, name))
  }
  throw new Error(`There is no list of domains in ${LISTS.join(' or ')}`)
}

const LISTS = ['server/src/domains/domains.ts', 'server/src/app.ts']

function namesInList(file: SourceFile): string[] | undefined {
  let names: string[] | undefined
  new Visitor({
    VariableDeclarator({ id, init }) {
      const list =
        init?.type === 'TSAsExpression' || init?.type === 'TSSatisfiesExpression' ? init.expression : init
      if (id.type !== 'Identifier' || id.name !== 'domains' || list?.type !== 'ArrayExpression') return
      names = list.elements.flatMap(each => (each?.type === 'Identifier' ? each.name : []))
    },
  }).visit(file.parsed.program)
  return names
}

function folderOf(file: SourceFile, name: string): string[] {
  const imported = file.parsed.module.staticImports.find(each =>
    each.entries.some(entry => entry.localName.value === name),
  )
  const path =
    imported && join(dirname(file.path), imported.moduleRequest.value.replace('#server/', '/server/src/'))
  return /(?:^|\/)domains\/([^/]+)\/index\.ts$/.exec(path ?? '')?.slice(1) ?? []
}
