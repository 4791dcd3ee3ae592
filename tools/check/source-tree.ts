import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import type { LocatedText } from './violation.ts'

/** A parsed source file; `path` is relative to the root. The tree of `parsed.program` is built on first access. */
export interface SourceFile extends LocatedText {
  parsed: ParseResult
}

/** Reads and parses every source file below `root` once, for all rules. */
export function readSourceTree(root: string): SourceFile[] {
  return [...listSourcePaths(root, root)].map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, parsed: parseSync(path, text) }
  })
}

/** Tests, their helpers, and the folders for development only. */
export function isTest(path: string): boolean {
  return /\.(test|spec|testing)\.tsx?$|(^|\/)testing\/|^(proof|tools)\//.test(path)
}

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'data', 'screenshots', 'test-results'])

function* listSourcePaths(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (!SKIPPED_FOLDERS.has(entry.name) && !entry.name.startsWith('.')) yield* listSourcePaths(root, path)
    } else if (/\.(tsx?|mjs)$/.test(entry.name)) yield relative(root, path)
  }
}
