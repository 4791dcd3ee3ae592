import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createViolation, type LocatedText, type SourceFile, type Violation } from './source-tree.ts'

const FOLDER = 'docs/decisions'
const MAX_LINES = 40

/** Reports references to decisions that do not exist, in documents and source files, and decisions of more than 40 lines. */
export function checkDecisions(root: string, files: readonly SourceFile[]): Violation[] {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root }).map(path => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }))
  const names = documents.filter(({ path }) => dirname(path) === FOLDER).map(({ path }) => basename(path))
  return [
    ...documents.flatMap(findTooLong),
    ...[...documents, ...files].flatMap(file => findDanglingReferences(file, names)),
  ]
}

function findTooLong({ path, text }: LocatedText): Violation[] {
  const count = text.trimEnd().split('\n').length
  if (!path.startsWith(`${FOLDER}/`) || count <= MAX_LINES) return []
  const message = `a decision has at most ${MAX_LINES} lines, not ${count}: figures belong to docs/measurements`
  return [{ file: path, message }]
}

/** A link to a decision's file; 'decision' or its folder with a number; a number in brackets that begins with 0. */
const REFERENCE =
  /(?:decisions\/|\]\()(\d{4}-[\w-]+\.md)|\bdecisions?[/ ](\d{4})\b(?!-)|\[(0\d{3})\]|(?<=\((?:[^()\n]*[,;] )?)(0\d{3})(?=[),;:])/gi

function findDanglingReferences(document: LocatedText, names: readonly string[]): Violation[] {
  return [...document.text.matchAll(REFERENCE)].flatMap(match => {
    const [, file, ...numbers] = match
    const target = file ?? `${numbers.find(Boolean)}-`
    if (names.some(name => name.startsWith(target))) return []
    return [createViolation(document, match.index, `there is no decision ${target.replace(/-$/, '')}`)]
  })
}
