import { expect, test } from 'vitest'
import {
  createMachineToken,
  hashMachineToken,
  isMachineToken,
  MACHINE_TOKEN_PATTERN,
} from './machine-tokens.ts'

test('NX-341 a token is found by its pattern, recognised by its kind and stored as a hash', () => {
  const tokens = Array.from({ length: 500 }, () => createMachineToken('ksk', 'live'))
  const text = tokens.map(({ token }) => `key=${token};`).join('\n')
  expect(text.match(MACHINE_TOKEN_PATTERN)).toEqual(tokens.map(({ token }) => token))
  for (const { token, hash, hint } of tokens) {
    expect(isMachineToken('ksk', token)).toBe(true)
    expect(isMachineToken('kss', token)).toBe(false)
    expect(hash).toBe(hashMachineToken(token))
    expect(token.endsWith(hint)).toBe(true)
    expect(hash).not.toContain(hint)
  }
  expect(new Set(tokens.map(({ hash }) => hash)).size).toBe(500)
})

test('NX-341 a token with one wrong character is refused by its checksum', () => {
  const { token } = createMachineToken('ksf', 'test')
  const others = [...token].flatMap((character, place) => [
    token.slice(0, place) + (character === 'a' ? 'b' : 'a') + token.slice(place + 1),
    token.slice(0, place) + token.slice(place + 1),
  ])
  expect(others.filter(each => isMachineToken('ksf', each))).toEqual([])
  expect(isMachineToken('ksf', '')).toBe(false)
  expect(isMachineToken('ksf', `${token}\n`)).toBe(false)
})
