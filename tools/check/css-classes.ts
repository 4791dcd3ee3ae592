import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getLine, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/**
 * Finds classes that a component uses but its CSS module does not define, and classes that a module defines but no
 * component uses. The second is not checked for a module whose classes are computed (`styles[tone]`).
 */
export function checkCssClasses(root: string, files: readonly SourceFile[]): Violation[] {
  const uses = files.flatMap(findUses)
  return globSync('web/src/**/*.module.css', { cwd: root }).flatMap(css => {
    const text = blankComments(readFileSync(join(root, css), 'utf8'))
    const definedClasses = new Set(findDefinedClasses(text))
    const moduleUses = uses.filter(use => use.css === css)
    const usedClasses = new Set(moduleUses.flatMap(({ names }) => names.map(([name]) => name)))
    const undefinedNames = moduleUses.flatMap(({ file, names }) =>
      names
        .filter(([name]) => !definedClasses.has(name))
        .map(([name, offset]): Violation => {
          return {
            rule: 'css-classes',
            file: file.path,
            line: getLine(file, offset),
            message: `${css} has no .${name}`,
          }
        }),
    )
    if (moduleUses.some(({ isComputed }) => isComputed)) return undefinedNames
    const unused = [...definedClasses]
      .filter(name => !usedClasses.has(name))
      .map((name): Violation => {
        const line = text.slice(0, text.search(new RegExp(`\\.${name}\\b`))).split('\n').length
        return { rule: 'css-classes', file: css, line, message: `No component uses .${name}` }
      })
    return [...undefinedNames, ...unused]
  })
}

const PRIMITIVES = 'web/src/ui/primitives.css'

/** The same for the classes that all components share: they are named in texts, as in `'ui-row8 ui-note'`. */
export function checkPrimitives(root: string, files: readonly SourceFile[]): Violation[] {
  const text = blankComments(readFileSync(join(root, PRIMITIVES), 'utf8'))
  const definedClasses = findDefinedClasses(text)
  const usedClasses = new Set<string>()
  const undefinedNames: Violation[] = []
  for (const file of files.filter(({ path }) => path.startsWith('web/') && path.endsWith('.tsx')))
    for (const { 0: name, index } of file.text.matchAll(/(?<=['" ])ui-[\w-]+(?=['" ])/g)) {
      usedClasses.add(name)
      const violation = { rule: 'css-classes' as const, file: file.path, line: getLine(file, index) }
      if (!definedClasses.includes(name))
        undefinedNames.push({ ...violation, message: `${PRIMITIVES} has no .${name}` })
    }
  const unused = [...new Set(definedClasses)]
    .filter(name => !usedClasses.has(name))
    .map((name): Violation => {
      const line = text.slice(0, text.search(new RegExp(`\\.${name}\\b`))).split('\n').length
      return { rule: 'css-classes', file: PRIMITIVES, line, message: `No component uses .${name}` }
    })
  return [...undefinedNames, ...unused]
}

interface Use {
  css: string
  file: SourceFile
  /** Names in the form `styles.name`, with their offset in the file. */
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
