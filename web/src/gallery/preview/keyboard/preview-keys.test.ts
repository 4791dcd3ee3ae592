import { expect, test } from 'vitest'
import { findCommand, type KeyPress } from './preview-keys.ts'

const press = (key: string, modifiers: Partial<KeyPress> = {}) =>
  findCommand({ key, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

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
