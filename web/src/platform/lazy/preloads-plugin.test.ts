import { expect, test } from 'vitest'
import { preloadHeader, startTags } from './preloads-plugin.ts'

const chunk = (name: string, imports: string[] = [], styles: string[] = [], isEntry = false) => ({
  type: 'chunk' as const,
  fileName: `assets/${name}.js`,
  isEntry,
  imports: imports.map(each => `assets/${each}.js`),
  moduleIds: [`/web/src/${name}.tsx`],
  viteMetadata: { importedCss: new Set(styles.map(each => `assets/${each}.css`)) },
})
const FILES = [
  chunk('index', ['visit'], [], true),
  chunk('visit'),
  chunk('start', ['runtime', 'visit'], ['start']),
  chunk('runtime', ['start']),
  chunk('timeline', ['start', 'grid'], ['timeline']),
  chunk('grid', ['runtime', 'timeline'], ['grid']),
  chunk('menu', ['start']),
  { type: 'asset' as const },
]
const START = '/src/start.tsx'

test('RV-505 a page preloads scripts and styles of its modules that neither the entry nor the start loads', () => {
  expect(preloadHeader(FILES, START, ['/src/menu.tsx', '/src/timeline.tsx']).split(', ')).toEqual([
    '</assets/menu.js>; rel=modulepreload',
    '</assets/timeline.js>; rel=modulepreload',
    '</assets/grid.js>; rel=modulepreload',
    '</assets/timeline.css>; rel=preload; as=style; crossorigin',
    '</assets/grid.css>; rel=preload; as=style; crossorigin',
  ])
  expect(preloadHeader(FILES, START, [START])).toBe('')
})

test('RV-505 every page names scripts and styles of the start, which the entry imports on demand', () => {
  expect(startTags(FILES, START).map(({ attrs }) => [attrs?.rel, attrs?.href])).toEqual([
    ['modulepreload', '/assets/start.js'],
    ['modulepreload', '/assets/runtime.js'],
    ['stylesheet', '/assets/start.css'],
  ])
})

test('RV-505 a module that was moved fails the build', () => {
  expect(() => preloadHeader(FILES, START, ['/src/moved.tsx'])).toThrow('No chunk contains /src/moved.tsx')
})
