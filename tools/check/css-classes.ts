import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createViolation, type LocatedText, type SourceFile, type Violation } from './source-tree.ts'

/** Classes that all components share: they are named in texts, as in `'ui-row8 ui-note'`. */
const PRIMITIVES = 'web/src/ui/primitives.css'

/**
 * Finds classes that a component uses but its CSS module, or the shared style sheet, does not define, and classes that are defined
 * but no component uses. The second is not checked for a module whose classes are computed (`styles[tone]`).
 */
export function checkCssClasses(root: string, files: readonly SourceFile[]): Violation[] {
  const uses = files.flatMap(file => [...findUses(file), ...findSharedUses(file)])
  return [...globSync('web/src/**/*.module.css', { cwd: root }), PRIMITIVES].flatMap(path => {
    const sheet = { path, text: blankComments(readFileSync(join(root, path), 'utf8')) }
    const sheetUses = uses.filter(({ css }) => css === path)
    return checkSheet(sheet, sheetUses)
  })
}

function checkSheet(sheet: LocatedText, uses: readonly Use[]): Violation[] {
  const definedClasses = new Set(findDefinedClasses(sheet.text))
  const usedClasses = new Set(uses.map(({ name }) => name))
  const unused = usedClasses.has(undefined) ? [] : definedClasses.difference(usedClasses)
  return [
    ...uses
      .filter(({ name }) => name !== undefined && !definedClasses.has(name))
      .map(({ file, name, offset }) => createViolation(file, offset, `${sheet.path} has no .${name}`)),
    ...[...unused].map(name =>
      createViolation(sheet, sheet.text.search(new RegExp(`\\.${name}\\b`)), `No component uses .${name}`),
    ),
  ]
}

interface Use {
  css: string
  file: SourceFile
  /** Undefined when it is computed (`styles[tone]`), or the whole module is passed on. */
  name: string | undefined
  offset: number
}

function findUses(file: SourceFile): Use[] {
  return [...file.text.matchAll(IMPORT)].flatMap(([statement, classes, specifier]) => {
    const rest = file.text.replace(statement, ' '.repeat(statement.length))
    const css = resolveCssPath(file.path, specifier!)
    const uses = rest.matchAll(new RegExp(`\\b${classes}\\b(?:\\.(\\w+))?`, 'g'))
    return [...uses].map(({ 1: name, index }) => ({ css, file, name, offset: index }))
  })
}

function findSharedUses(file: SourceFile): Use[] {
  if (!file.path.startsWith('web/') || !file.path.endsWith('.tsx')) return []
  const uses = file.text.matchAll(/(?<=['" ])ui-[\w-]+(?=['" ])/g)
  return [...uses].map(({ 0: name, index }) => ({ css: PRIMITIVES, file, name, offset: index }))
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
