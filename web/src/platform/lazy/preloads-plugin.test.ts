import { expect, test } from 'vitest'
import { preloadHeader } from './preloads-plugin.ts'

const chunk = (name: string, imports: string[] = [], styles: string[] = [], isEntry = false) => ({
  type: 'chunk' as const,
  fileName: `assets/${name}.js`,
  isEntry,
  imports: imports.map(each => `assets/${each}.js`),
  moduleIds: [`/web/src/${name}.tsx`],
  viteMetadata: { importedCss: new Set(styles.map(each => `assets/${each}.css`)) },
})
const FILES = [
  chunk('index', ['start'], [], true),
  chunk('start', ['runtime'], ['start']),
  chunk('runtime', ['start']),
  chunk('timeline', ['start', 'grid'], ['timeline']),
  chunk('grid', ['runtime', 'timeline'], ['grid']),
  chunk('menu', ['start']),
  { type: 'asset' as const },
]

test('RV-505 a page preloads scripts and styles of its modules that the entry does not load', () => {
  expect(preloadHeader(FILES, ['/src/menu.tsx', '/src/timeline.tsx']).split(', ')).toEqual([
    '</assets/menu.js>; rel=modulepreload',
    '</assets/timeline.js>; rel=modulepreload',
    '</assets/grid.js>; rel=modulepreload',
    '</assets/timeline.css>; rel=preload; as=style; crossorigin',
    '</assets/grid.css>; rel=preload; as=style; crossorigin',
  ])
  expect(preloadHeader(FILES, ['/src/start.tsx'])).toBe('')
})

test('RV-505 a module that was moved fails the build', () => {
  expect(() => preloadHeader(FILES, ['/src/moved.tsx'])).toThrow('No chunk contains /src/moved.tsx')
})
