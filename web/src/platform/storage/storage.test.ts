// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import { createStoredValue, isStorageAvailable } from './storage.ts'

const isList = (value: unknown): value is string[] => Array.isArray(value)

describe('the storage check', () => {
  test('PL-144, AA-035 passes where storage works, and leaves nothing behind', () => {
    expect(isStorageAvailable()).toBe(true)
    expect(localStorage.length).toBe(0)
  })

  test.each([
    ['reaching it throws', () => raise()],
    ['writing throws', () => ({ ...fake(), setItem: raise })],
    ['writing is ignored', () => ({ ...fake(), getItem: () => null })],
  ])('PL-144, AA-035 fails when %s', (_, open) => {
    expect(isStorageAvailable(open as unknown as () => Storage)).toBe(false)
  })
})

describe('a stored value', () => {
  test('is read as it was written, and undefined after removal', () => {
    const value = createStoredValue('names', isList)
    expect(value.read()).toBeUndefined()
    expect(value.write(['a'])).toBe(true)
    expect(value.read()).toEqual(['a'])
    value.remove()
    expect(value.read()).toBeUndefined()
  })

  test.each(['{', '"text"', 'null'])('%s counts as missing', text => {
    localStorage.setItem('names', text)
    expect(createStoredValue('names', isList).read()).toBeUndefined()
  })

  test('returns false if it cannot be stored', () => {
    const value = createStoredValue('names', isList, raise)
    expect(value.write(['a'])).toBe(false)
    expect(value.read()).toBeUndefined()
  })
})

function raise(): never {
  throw new DOMException('denied', 'SecurityError')
}

const fake = () => ({ setItem: () => {}, getItem: () => 'other', removeItem: () => {} })
