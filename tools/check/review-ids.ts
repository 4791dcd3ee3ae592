import { getLine, isTest, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/** Ids of reviews outside of tests: a comment states the reason itself, and a decision names the review. */
export function checkReviewIds(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(file =>
      [...file.text.matchAll(/\bRV-\d+/g)].map(({ 0: id, index }) => ({
        rule: 'review-ids',
        file: file.path,
        line: getLine(file, index),
        message: `${id} belongs to a test or a decision`,
      })),
    )
}
