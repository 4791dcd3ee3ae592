import { Visitor } from 'oxc-parser'
import { createViolation, isTest, type SourceFile, type Violation } from './source-tree.ts'

/** Attributes whose words are shown, or read by a screen reader. */
const SHOWN_ATTRIBUTES = /^(alt|aria-(description|label|roledescription)|placeholder)$/
const WORD = /\p{L}{2}/u

/** Reports words of a component that stand in its code: every text for a person is in the catalogues. */
export function checkLiteralTexts(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path))
    .flatMap(findWords)
}

function findWords(file: SourceFile): Violation[] {
  const found: Violation[] = []
  const add = ({ value, start }: { value: string; start: number }) => {
    if (WORD.test(value))
      found.push(
        createViolation(file, start + value.search(/\S/), `'${value.trim()}' is no text of the catalogues`),
      )
  }
  new Visitor({
    JSXText: add,
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !SHOWN_ATTRIBUTES.test(name.name)) return
      if (value?.type === 'Literal') add({ value: String(value.value), start: value.start })
    },
  }).visit(file.parsed.program)
  return found
}
