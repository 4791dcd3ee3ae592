import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkInput } from './field-issues.ts'

const order = z
  .strictObject({
    code: z.string().min(3).max(5),
    note: z.string().min(1),
    kind: z.enum(['gift', 'print']),
    pages: z.int().min(1).max(9),
    photos: z
      .array(z.object({ id: z.uuid() }))
      .min(1)
      .max(2),
    from: z.int().optional(),
    to: z.int().optional(),
    colour: z
      .string()
      .refine(colour => colour !== 'mud', 'muddy')
      .optional(),
  })
  .refine(({ from = 0, to = 0 }) => from <= to, { error: 'conflict', path: ['from'] })

const good = { code: 'abc', note: 'n', kind: 'gift', pages: 1, photos: [{ id: crypto.randomUUID() }] }

test('RV-602 a good value gives the output of its schema', () => {
  expect(checkInput(order, good, 'body')).toEqual({ data: good })
})

test('RV-602 all refused fields are reported together, each with its first issue', () => {
  const bad = { code: 'ab', note: '', pages: 10, photos: [{ id: 'x' }, {}], colour: 'mud', extra: 1 }
  expect(checkInput(order, bad, 'body').issues).toEqual({
    code: 'too-short',
    note: 'empty',
    kind: 'missing',
    pages: 'too-large',
    'photos.0.id': 'not-valid',
    'photos.1.id': 'missing',
    colour: 'not-valid',
    extra: 'unknown',
  })
})

test.each([
  [{ code: 'abcdef' }, { code: 'too-long' }],
  [{ pages: 0 }, { pages: 'too-small' }],
  [{ pages: '1' }, { pages: 'not-valid' }],
  [{ photos: [] }, { photos: 'too-few' }],
  [{ photos: [good.photos[0], good.photos[0], good.photos[0]] }, { photos: 'too-many' }],
  [{ kind: 'other' }, { kind: 'not-valid' }],
  [{ from: 2, to: 1 }, { from: 'conflict' }],
])('RV-602 %j is refused as %j', (change, issues) => {
  expect(checkInput(order, { ...good, ...change }, 'body').issues).toEqual(issues)
})

test('RV-602 a value that is not an object is refused as a whole', () => {
  expect(checkInput(order, 'x', 'body').issues).toEqual({ body: 'not-valid' })
})
