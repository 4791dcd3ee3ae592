import { createViolation, type LocatedText, type Violation } from './violation.ts'

/** Reports each text that matches a pattern. */
export const findTexts = (
  files: readonly LocatedText[],
  pattern: RegExp,
  describe: (found: string) => string,
): Violation[] =>
  files.flatMap(file =>
    [...file.text.matchAll(pattern)].map(({ 0: found, index }) =>
      createViolation(file, index, describe(found)),
    ),
  )
