import { expect, test } from 'vitest'
import { findCommand, type KeyPress } from './use-preview-keys.ts'

const press = (key: string, modifiers: Partial<KeyPress> = {}) =>
  findCommand({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...modifiers })

test.each([
  ['ArrowLeft', 'previous'],
  ['ArrowRight', 'next'],
  ['Escape', 'close'],
  ['Z', 'zoom'],
] as const)('PL-057 %s is %s', (key, command) => {
  expect(press(key)).toBe(command)
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
  'PL-057 with %s a key is left to the browser',
  modifier => {
    expect(press('ArrowLeft', { [modifier]: true })).toBeUndefined()
  },
)

test('NX-255 1 is 100 %, Shift with an arrow key moves the picture', () => {
  expect(press('1')).toBe('actual')
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
  expect(keys.map(key => press(key, { shiftKey: true }))).toEqual([
    'pan-left',
    'pan-right',
    'pan-up',
    'pan-down',
  ])
})
