import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'

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

/** One violation of a rule. `file` is relative to the root and is where the fix belongs. */
export interface Violation {
  file: string
  line?: number
  message: string
}

/** A text with its path: a source file, a document, a style sheet. */
export interface LocatedText {
  path: string
  text: string
}

/** Creates the violation at an offset of a text. */
export const createViolation = ({ path, text }: LocatedText, offset: number, message: string): Violation => ({
  file: path,
  line: getLine(text, offset),
  message,
})

/** Reports each text that matches a pattern, unless its description is null. */
export const findTexts = (
  files: readonly LocatedText[],
  pattern: RegExp,
  describe: (found: string) => string | null,
): Violation[] =>
  files.flatMap(file =>
    [...file.text.matchAll(pattern)].flatMap(({ 0: found, index }) => {
      const message = describe(found)
      return message === null ? [] : createViolation(file, index, message)
    }),
  )

export const getLine = (text: string, offset: number): number => text.slice(0, offset).split('\n').length
