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
