import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SourceFile } from './source-tree.ts'
import { createViolation, type LocatedText, type Violation } from './violation.ts'

/** Classes that all components share: they are named in texts, as in `'ui-row8 ui-note'`. */
const PRIMITIVES = 'web/src/ui/primitives.css'

/**
 * Finds classes that a component uses but its CSS module, or the shared style sheet, does not define, and classes that are defined
 * but no component uses. The second is not checked for a module whose classes are computed (`styles[tone]`).
 */
export function checkCssClasses(root: string, files: readonly SourceFile[]): Violation[] {
  const uses = files.flatMap(file => [...findUses(file), ...findSharedUses(file)])
  const sheets = [...globSync('web/src/**/*.module.css', { cwd: root }), PRIMITIVES]
  return sheets.flatMap(css =>
    checkSheet(
      { path: css, text: blankComments(readFileSync(join(root, css), 'utf8')) },
      uses.filter(use => use.css === css),
    ),
  )
}

function checkSheet(sheet: LocatedText, uses: readonly Use[]): Violation[] {
  const definedClasses = new Set(findDefinedClasses(sheet.text))
  const usedClasses = new Set(uses.flatMap(({ names }) => names.map(([name]) => name)))
  const undefinedNames = uses.flatMap(({ file, names }) =>
    names
      .filter(([name]) => !definedClasses.has(name))
      .map(([name, offset]) => createViolation(file, offset, `${sheet.path} has no .${name}`)),
  )
  if (uses.some(({ isComputed }) => isComputed)) return undefinedNames
  const unused = [...definedClasses].filter(name => !usedClasses.has(name))
  return [
    ...undefinedNames,
    ...unused.map(name =>
      createViolation(sheet, sheet.text.search(new RegExp(`\\.${name}\\b`)), `No component uses .${name}`),
    ),
  ]
}

interface Use {
  css: string
  file: SourceFile
  /** Names with their offset in the file: in a module's the form `styles.name`. */
  names: [name: string, offset: number][]
  /** Names are computed (`styles[tone]`), or the whole module is passed on. */
  isComputed: boolean
}

function findUses(file: SourceFile): Use[] {
  return [...file.text.matchAll(IMPORT)].map(([statement, classes, specifier]) => {
    const rest = file.text.replace(statement, ' '.repeat(statement.length))
    const names = [...rest.matchAll(new RegExp(`\\b${classes}\\.(\\w+)`, 'g'))]
    return {
      css: resolveCssPath(file.path, specifier!),
      file,
      names: names.map(match => [match[1]!, match.index]),
      isComputed: new RegExp(`\\b${classes}\\b(?!\\.\\w)`).test(rest),
    }
  })
}

function findSharedUses(file: SourceFile): Use[] {
  if (!file.path.startsWith('web/') || !file.path.endsWith('.tsx')) return []
  const names = [...file.text.matchAll(/(?<=['" ])ui-[\w-]+(?=['" ])/g)]
  return [{ css: PRIMITIVES, file, names: names.map(match => [match[0], match.index]), isComputed: false }]
}

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

function resolveCssPath(importer: string, specifier: string): string {
  return specifier.startsWith('#web/') ? `web/src/${specifier.slice(5)}` : join(importer, '..', specifier)
}

/** Replaces comments by spaces, so that line numbers stay. */
function blankComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
}

/** Finds the classes of the selectors, after removing the declarations. */
function findDefinedClasses(css: string): string[] {
  const selectors = css.replace(/\{[^{}]*\}/g, '{}')
  return [...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name!)
}
