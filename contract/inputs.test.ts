import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { safeParse } from 'zod/v4/core'
import { accountIdInput } from './id.ts'
import { hasVisibleCharacter, nameText } from './input/text.ts'
import { listContractEndpoints, listTextInputs, type TextInput } from './inputs.testing.ts'

let texts: TextInput[]
beforeAll(async () => {
  texts = (await listContractEndpoints()).flatMap(listTextInputs)
})

const mixedCase = fc
  .tuple(fc.uuid(), fc.array(fc.boolean(), { minLength: 36, maxLength: 36 }))
  .map(([uuid, upper]) => [...uuid].map((char, i) => (upper[i] ? char.toUpperCase() : char)).join(''))

test('RV-201 an id in a call is a UUID in any case and becomes lower case', () => {
  const ids = texts.filter(({ isUuid }) => isUuid)
  expect(ids.length).toBeGreaterThan(30)
  fc.assert(
    fc.property(mixedCase, uuid => {
      for (const { at, schema } of ids)
        expect([at, safeParse(schema, uuid).data]).toEqual([at, uuid.toLowerCase()])
      expect(accountIdInput.parse(uuid)).toBe(uuid.toLowerCase())
    }),
  )
})

test('RV-201 an account id that is no UUID keeps its case', () => {
  expect(accountIdInput.parse('auth0|AbC')).toBe('auth0|AbC')
})

test.each([
  ['U+0000', 'a\u0000b'],
  ['a lone high surrogate', 'half \ud83d of it'],
  ['a lone low surrogate', '\udd00 half'],
])('RV-212 no text of a call accepts %s', (_, bad) => {
  expect(texts.length).toBeGreaterThan(60)
  const accepting = texts.filter(({ at, schema }) =>
    values(at, bad).some(value => safeParse(schema, value).success),
  )
  expect(accepting.map(({ at }) => at)).toEqual([])
})

/** The text itself, long enough for every rule about length; for a record as a key and deep in a value. */
function values(at: string, bad: string): unknown[] {
  if (at.endsWith('{}')) return [{ [bad]: 1 }, { a: { b: [bad] } }]
  return ['', 'x'.repeat(16), 'x'.repeat(43)].map(filler => filler + bad)
}

test.each([
  '',
  ' ',
  '\u200b',
  '\u2060\ufeff',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u00ad',
  '\u202e',
  '\t\n',
])('RV-212 %j cannot be seen and is no name', given => {
  expect(hasVisibleCharacter(given)).toBe(false)
  expect(safeParse(nameText({ max: 200 }), given).success).toBe(false)
})

test.each(['x', '🏖️', '日本', 'e\u0301', '‏שלום', '.'])('RV-212 %j is a name', given => {
  expect(safeParse(nameText({ max: 200 }), ` ${given} `).data).toBe(given)
})
