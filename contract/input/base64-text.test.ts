import { describe, expect, test } from 'vitest'
import { decodeBase64Text, encodeBase64Text } from './base64-text.ts'

describe('AA-097 texts in base64', () => {
  test.each(['grandma@example.com', 'ö@x.example', '日本@例え.example', 'a', ''.padEnd(300, 'é')])(
    'AA-097 %s is the same after encoding and decoding',
    text => {
      expect(decodeBase64Text(encodeBase64Text(text))).toBe(text)
    },
  )

  test('AA-097 base64url, missing padding and a + that became a space are repaired', () => {
    // '>>>' and '???' are the characters 62 and 63 of both alphabets.
    for (const text of ['a>>>b', 'a???b', '~~~>>>???'])
      for (const encoded of [
        encodeBase64Text(text).replaceAll('+', ' '),
        encodeBase64Text(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      ])
        expect(decodeBase64Text(encoded)).toBe(text)
  })

  test.each([
    '',
    '=',
    'a',
    'abcde',
    'grandma@example.com',
    'YQ\n==',
    'YQ===',
    btoa('\xf6'),
    btoa('\xff\xfe'),
  ])('AA-097 %j is none', encoded => {
    expect(decodeBase64Text(encoded)).toBeNull()
  })
})
