import { getLine, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** The path of an address as the name of a file: it is percent-encoded, and wrong in a folder with a space or an umlaut. */
export function checkPathsOfUrls(files: readonly SourceFile[]): Violation[] {
  return files.flatMap(file =>
    [...file.text.matchAll(/import\.meta\.url\s*,?\s*\)\s*\.pathname/g)].map(({ index }) => ({
      rule: 'path-of-url',
      file: file.path,
      line: getLine(file, index),
      message: 'is percent-encoded: use import.meta.dirname or fileURLToPath',
    })),
  )
}
