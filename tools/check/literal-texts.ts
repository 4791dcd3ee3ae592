import { Visitor } from 'oxc-parser'
import { isTest, type SourceFile } from './source-tree.ts'
import { createViolation, type Violation } from './violation.ts'

/** Attributes whose words are shown, or read by a screen reader. */
const SHOWN_ATTRIBUTES = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-roledescription',
  'placeholder',
])
const WORD = /\p{L}{2}/u

/** Reports words of a component that stand in its code: every text for a person is in the catalogues. */
export function checkLiteralTexts(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path))
    .flatMap(file =>
      findWords(file).map(({ text, offset }) =>
        createViolation(file, offset, `'${text.trim()}' is no text of the catalogues`),
      ),
    )
}

interface Words {
  text: string
  offset: number
}

function findWords({ parsed }: SourceFile): Words[] {
  const found: Words[] = []
  const add = (text: string, offset: number) => {
    if (WORD.test(text)) found.push({ text, offset: offset + text.search(/\S/) })
  }
  new Visitor({
    JSXText: ({ value, start }) => add(value, start),
    JSXAttribute: ({ name, value }) => {
      if (name.type !== 'JSXIdentifier' || !SHOWN_ATTRIBUTES.has(name.name)) return
      if (value?.type === 'Literal' && typeof value.value === 'string') add(value.value, value.start)
    },
  }).visit(parsed.program)
  return found
}
