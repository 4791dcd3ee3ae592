import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lineOf, type SourceFile } from './source-tree.ts'
import type { Violation } from './violation.ts'

/**
 * Classes of CSS modules that a component uses but the module does not define, or that are defined and used by none. A
 * module whose classes are chosen by a value (`styles[tone]`) may define more than the names that are written out.
 */
export function cssClasses(root: string, files: readonly SourceFile[]): Violation[] {
  const uses = files.flatMap(usesIn)
  return globSync('web/src/**/*.module.css', { cwd: root }).flatMap(css => {
    const text = withoutComments(readFileSync(join(root, css), 'utf8'))
    const defined = new Set(definedIn(text))
    const own = uses.filter(use => use.css === css)
    const used = new Set(own.flatMap(({ names }) => names.map(([name]) => name)))
    const undefinedNames = own.flatMap(({ file, names }) =>
      names
        .filter(([name]) => !defined.has(name))
        .map(([name, offset]): Violation => {
          return {
            rule: 'css-classes',
            file: file.path,
            line: lineOf(file, offset),
            message: `${css} has no .${name}`,
          }
        }),
    )
    if (own.some(({ chosen }) => chosen)) return undefinedNames
    const unused = [...defined]
      .filter(name => !used.has(name))
      .map((name): Violation => {
        const line = text.slice(0, text.search(new RegExp(`\\.${name}\\b`))).split('\n').length
        return { rule: 'css-classes', file: css, line, message: `No component uses .${name}` }
      })
    return [...undefinedNames, ...unused]
  })
}

interface Use {
  css: string
  file: SourceFile
  /** Names that are written out, with their place. */
  names: [name: string, offset: number][]
  /** Names are chosen by a value, or by whoever gets the classes. */
  chosen: boolean
}

function usesIn(file: SourceFile): Use[] {
  return [...file.text.matchAll(IMPORT)].map(([statement, classes, specifier]) => {
    const rest = file.text.replace(statement, ' '.repeat(statement.length))
    const names = [...rest.matchAll(new RegExp(`\\b${classes}\\.(\\w+)`, 'g'))]
    return {
      css: pathOf(file.path, specifier!),
      file,
      names: names.map(match => [match[1]!, match.index]),
      chosen: new RegExp(`\\b${classes}\\b(?!\\.\\w)`).test(rest),
    }
  })
}

const IMPORT = /import (\w+) from '([^']+\.module\.css)'/g

function pathOf(importer: string, specifier: string): string {
  return specifier.startsWith('#web/') ? `web/src/${specifier.slice(5)}` : join(importer, '..', specifier)
}

/** The style sheet with blanks for its comments. */
function withoutComments(css: string): string {
  return css.replace(/\/\*[\s\S]*?\*\//g, comment => comment.replace(/[^\n]/g, ' '))
}

/** The classes of the selectors: what is left without declarations. */
function definedIn(css: string): string[] {
  const selectors = css.replace(/\{[^{}]*\}/g, '{}')
  return [...selectors.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name!)
}
