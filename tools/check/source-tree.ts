import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import type { LocatedText } from './violation.ts'

/** A parsed source file; `path` is relative to the root. The tree of `parsed.program` is built on first access. */
export interface SourceFile extends LocatedText {
  parsed: ParseResult
}

/** Reads and parses every source file below `root` once, for all rules. */
export function readSourceTree(root: string): SourceFile[] {
  const paths = globSync('**/*.{ts,tsx,mjs}', { cwd: root, exclude: path => SKIPPED.test(basename(path)) })
  return paths.sort().map(path => {
    const text = readFileSync(join(root, path), 'utf8')
    return { path, text, parsed: parseSync(path, text) }
  })
}

/** Tests, their helpers, and the folders for development only. */
export function isTest(path: string): boolean {
  return /\.(test|spec|testing)\.tsx?$|(^|\/)testing\/|^(proof|tools)\//.test(path)
}

const SKIPPED = /^(node_modules|dist|data|screenshots|test-results|\..*)$/
