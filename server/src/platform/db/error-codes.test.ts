import { expect, test } from 'vitest'
import { isUniqueViolation } from './error-codes.ts'

const MESSAGE = 'duplicate key value violates unique constraint'

// As Citus 13.2 answered; the constraint is that of a shard.
test.each([
  ['PostgreSQL, and of Citus for a row of values', '23505', `${MESSAGE} "photos_by_hash"`, true],
  ['Citus for an insert with a query', 'XX000', `${MESSAGE} "photos_by_hash_102021"`, true],
  ['another internal error', 'XX000', 'could not find block containing chunk', false],
  ['a missing row', '23503', `${MESSAGE} "photos_by_hash"`, false],
])('RV-718 a repeated unique value is known by the error of %s', (_of, code, message, expected) => {
  expect(isUniqueViolation(Object.assign(new Error(message), { code }))).toBe(expected)
})
