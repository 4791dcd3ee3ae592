import { expect, test } from 'vitest'
import { preventAutoLinks } from './prevent-auto-links.ts'

test.each(['K-1042', 'W-7KQ2-94MD', '24 prints, 2026', 'Order 4711 of 12 May. Thanks'])(
  'RV-1206 %s looks like no link and is copied as it is',
  text => expect(preventAutoLinks(text)).toBe(text),
)

test.each([
  ['www.evil.example', 2],
  ['http://evil.example', 4],
  ['a@b.example', 2],
  ['0117 496 0123', 2],
  ['4711-21401', 2],
])('%s is no link any more, and looks the same', (text, joiners) => {
  const changed = preventAutoLinks(text)
  expect([changed.split('\u2060').length - 1, changed.replaceAll('\u2060', '')]).toEqual([joiners, text])
})
