import { describe, expect, test } from 'vitest'
import type { ZodObject, ZodType } from 'zod'
import type { Endpoint } from './endpoint.ts'
import { listContractEndpoints } from './inputs.testing.ts'
import { wholeNumber } from './scalars.ts'

describe('RV-210 whole numbers in paths and queries', () => {
  test.each(['0x10', '1e1', ' 5', '5 ', '5.0', '+5', '', '٥', '1_000', ['5'], '9'.repeat(16)])(
    '%j is none',
    given => {
      expect(wholeNumber({ min: 0, max: 2_000_000_000 }).safeParse(given).success).toBe(false)
    },
  )

  test('decimal digits are one, within its bounds', () => {
    const month = wholeNumber({ min: 1, max: 12 })
    expect(['5', '05', 5].map(given => month.parse(given))).toEqual([5, 5, 5])
    expect(['0', '-5', '13'].map(given => month.safeParse(given).success)).toEqual([false, false, false])
  })

  test('every number of every call is read so', async () => {
    const numbers = (await listContractEndpoints()).flatMap(listNumberInputs)
    expect(numbers.length).toBeGreaterThan(20)
    const lenient = numbers.filter(
      ({ schema, valid }) => schema.safeParse(`0x${Number(valid).toString(16)}`).success,
    )
    expect(lenient.map(({ at }) => at)).toEqual([])
  })
})

/** The inputs of a call that turn a text of digits into a number. */
function listNumberInputs({ method, path, params, query }: Endpoint) {
  return [params, query].flatMap(part => {
    const shape = part.type === 'object' ? (part as ZodObject).shape : {}
    return Object.entries(shape as Record<string, ZodType>).flatMap(([name, schema]) => {
      const valid = ['5', '2024'].find(digits => typeof schema.safeParse(digits).data === 'number')
      return valid === undefined ? [] : [{ at: `${method} ${path} ${name}`, schema, valid }]
    })
  })
}
