import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countFirstPageBytes } from './first-page-budget.ts'

const chunk = (fileName: string, imports: string[] = [], isEntry = false) => ({
  type: 'chunk' as const,
  fileName,
  isEntry,
  imports,
  moduleIds: [`/web/src/${fileName.replace('.js', '.tsx')}`],
  code: fileName.repeat(50),
})
const size = (...names: string[]) =>
  names.reduce((sum, name) => sum + gzipSync(name.repeat(50), { level: 9 }).byteLength, 0)

test('RV-507 the first page is the entry and its page with all they import, each once, without code on demand', () => {
  const files = [
    chunk('index.js', ['start.js'], true),
    chunk('start.js', ['runtime.js']),
    chunk('runtime.js', ['start.js']),
    chunk('timeline.js', ['start.js', 'grid.js']),
    chunk('grid.js'),
    chunk('menu.js', ['start.js']),
    { type: 'asset' as const },
  ]
  expect(countFirstPageBytes(files, '/src/timeline.tsx')).toBe(
    size('index.js', 'start.js', 'runtime.js', 'timeline.js', 'grid.js'),
  )
  expect(() => countFirstPageBytes(files, '/src/moved.tsx')).toThrow('No chunk contains /src/moved.tsx')
})
