// biome-ignore-all lint/suspicious/noTemplateCurlyInString: titles hold templates
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkStatements, type StatementPage } from './statements.ts'
import { formatViolation } from './violation.ts'

/** The headings of the documents, which are not in the repository. */
const PHOTO_LIBRARY = [
  '1. What the product does and for whom',
  '2. Screens and routes',
  'My photos page',
  'Selection mode',
  'Photo preview',
  'Albums list',
  'Album page',
  'Shared album page',
  'Copy-to-album modal',
  'Delete-all flow',
  'Download modals and toasts',
  'Prints transfer',
  'Photo export modal',
  'Export download page (photoExports/{backupId})',
  'Storage status and reactivation',
  '3. Entities and their fields',
  '4. States and transitions',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. The calls it makes',
  '8. The error catalogue',
  '9. Business constants and limits',
]
const ACCOUNT_AREA = [
  '1. What the product does and for whom',
  '2. Screens and routes',
  'Side menu',
  'B2B banner',
  'Orders',
  'Other screens',
  '3. Entities and their fields',
  '4. States and transitions',
  '5. Validation rules',
  '6. Roles and permissions',
  '7. The calls it makes',
  'Account (auth service)',
  'Subscription (e-mail gateway)',
  'Customer',
  'Voucher',
  'Invoices',
  'Product PDF and map PDFs',
  'Saved projects',
  'Widgets',
  'Storage and merchandise',
  'Configuration',
  'Generic JSON helper',
  'Identity',
  '8. The error catalogue',
  '9. Business constants and limits',
]

const PAGES: StatementPage[] = [
  { file: 'docs/statements/photo-library.md', headings: PHOTO_LIBRARY },
  { file: 'docs/statements/account-area.md', headings: ACCOUNT_AREA },
]

test.each(PAGES)('every statement of $file is seen by a test or is a deviation', page => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  expect(checkStatements(root, page).map(formatViolation)).toEqual([])
})

describe('a page of statements', () => {
  const PAGE = { file: 'docs/statements/planted.md', headings: ['1. Albums'] }
  const ROW = '| Photos are kept for 18 months | PL-002 | `18 months` | `web/a.test.tsx` · PL-002 the pill |'
  const DEVIATION = '| The button is dark | PL-020 | | deviation PL-020 |'
  const COUNTS = '2 statements: 1 bound to a test, 1 deviations.'
  const TESTS = `const LONG = 'a helper of 30 days'
// A comment says 40 days.
test('PL-002 the pill names 18 months', () => {
  expect(text).toBe('18 months storage remaining.')
})
test.each([['a | b', 1]])('PL-003 the table %s', () => {})
describe('P8 14 days', () => {
  emptyTest(\`PL-004 for \${count} months\`, { tag: '@phone' }, () => expect(180).toBe(limit))
  test('PL-005 twice', () => check('first'))
  test('PL-005 twice', () => check('second'))
  test('PL-006 one', () => check('one'))
  test('PL-006 other', () => test.step('PL-006 a step', () => check('step')))
})
`
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'keepsake-statements-'))
    plant('web/a.test.tsx', TESTS)
    plant(
      'docs/deviations.md',
      '| row | the document says |\n|---|---|\n| PL-020, PL-021 | a light button |\n',
    )
  })
  afterEach(() => rmSync(root, { recursive: true }))

  function plant(file: string, text: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }

  function problems(rows: string[], { heading = '1. Albums', counts = COUNTS } = {}): string[] {
    const head = '| statement | row | seen | test |\n|---|---|---|---|'
    plant(PAGE.file, `# Planted\n\n${counts}\n\n## ${heading}\n\n${head}\n${rows.join('\n')}\n`)
    return checkStatements(root, PAGE).map(formatViolation)
  }
  const violation = (message: string, line?: number) =>
    `${PAGE.file}${line ? `:${line}` : ''}: ${message} (statements)`

  test('that holds is accepted', () => {
    expect(problems([ROW, DEVIATION])).toEqual([])
  })

  test('that is missing is refused', () => {
    expect(checkStatements(root, PAGE).map(formatViolation)).toEqual([violation('the page is missing')])
  })

  const bound = (seen: string, title: string, file = 'web/a.test.tsx') =>
    `| S | PL-002 | ${seen} | \`${file}\` · ${title} |`
  test.each([
    ['the whole title', bound('`18 months`', 'PL-002 the pill names 18 months')],
    ['several literals, of the test and of a helper', bound('`18 months` · `30 days`', 'PL-002')],
    ['the table and the title of test.each', bound('`a \\| b`', 'PL-003 the table %s')],
    ['a template as the title of another function', bound('`180`', 'PL-004 for ${count} months')],
    ['equal titles', bound('`first` · `second`', 'PL-005 twice')],
  ])('a row with %s is accepted', (_what, row) => {
    expect(problems([row, DEVIATION])).toEqual([])
  })

  test.each([
    [
      'a file that is not there',
      bound('`18 months`', 'PL-002', 'web/b.test.tsx'),
      'there is no test file web/b.test.tsx',
    ],
    [
      'a file without tests',
      bound('`a`', 'PL-002', 'docs/deviations.md'),
      'there is no test file docs/deviations.md',
    ],
    [
      'a title that no test has',
      bound('`18 months`', 'PL-009 it'),
      "no test of web/a.test.tsx begins with 'PL-009 it'",
    ],
    ['the title of a describe', bound('`14 days`', 'P8 14'), "no test of web/a.test.tsx begins with 'P8 14'"],
    [
      'the title of a step',
      bound('`step`', 'PL-006 a step'),
      "no test of web/a.test.tsx begins with 'PL-006 a step'",
    ],
    [
      'a title of several tests',
      bound('`one`', 'PL-006'),
      "several tests of web/a.test.tsx begin with 'PL-006'",
    ],
    ['a literal of another test', bound('`second`', 'PL-002'), "the test does not name 'second'"],
    ['a literal of the title only', bound('`the pill`', 'PL-002'), "the test does not name 'the pill'"],
    [
      'a literal of a describe’s title only',
      bound('`14 days`', 'PL-005 twice'),
      "the test does not name '14 days'",
    ],
    ['a literal of a comment only', bound('`40 days`', 'PL-002'), "the test does not name '40 days'"],
    ['a part of a number', bound('`18`', 'PL-004'), "the test does not name '18'"],
    ['no literal', bound('18 months', 'PL-002'), 'says of no literal that the test asserts it'],
    [
      'neither test nor deviation',
      '| S | PL-002 | `a` | |',
      'a statement without a test and without a deviation',
    ],
    ['no statement', '| | PL-002 | `18 months` | `web/a.test.tsx` · PL-002 |', 'a row without a statement'],
    ['no id', '| S | RV-850 | `18 months` | `web/a.test.tsx` · PL-002 |', 'names no row of the checklist'],
    [
      'a deviation that is not listed',
      '| S | PL-022 | | deviation PL-022 |',
      'docs/deviations.md has no row PL-022',
    ],
  ])('a row with %s is refused', (_what, row, message) => {
    const counts = row.includes('deviation PL') ? '2 statements: 0 bound to a test, 2 deviations.' : COUNTS
    expect(problems([row, DEVIATION], { counts })).toEqual([violation(message, 9)])
  })

  test('headings without statements, unknown headings and repeated statements are refused', () => {
    expect(problems([ROW, DEVIATION], { heading: '2. Photos' })).toEqual([
      violation("the heading '1. Albums' has no statements"),
      violation("'2. Photos' is no heading of the document", 9),
      violation("'2. Photos' is no heading of the document", 10),
    ])
    expect(
      problems([ROW, DEVIATION, DEVIATION], { counts: '3 statements: 1 bound to a test, 2 deviations.' }),
    ).toEqual([violation('this statement is listed twice', 11)])
  })

  test('other counts than those of the first paragraph are refused', () => {
    expect(problems([ROW])).toEqual([
      violation('the first paragraph says 2 statements, not 1'),
      violation('the first paragraph says 1 deviations, not 0'),
    ])
    expect(problems([ROW, DEVIATION], { counts: '2 statements.' })).toEqual([
      violation('the first paragraph says nothing of bound to a test, not 1'),
      violation('the first paragraph says nothing of deviations, not 1'),
    ])
  })
})
