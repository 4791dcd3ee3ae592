import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Aliases, createImportGraph, type Import } from './import-graph.ts'
import { readSourceTree, type SourceFile } from './source-tree.ts'

/** All source files of a repository and the imports between them. */
export interface Repository {
  files: SourceFile[]
  imports: Import[]
}

export function readRepository(root: string): Repository {
  const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Aliases
  }
  const files = readSourceTree(root)
  return { files, imports: createImportGraph(files, aliases) }
}
