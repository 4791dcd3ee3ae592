import { expect, test } from 'vitest'
import { isDatabaseUnavailable, isUniqueViolation } from './error-codes.ts'

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

const NODE = 'connection to the remote node keepsake@127.0.0.1:6502 failed with the following error'

// As Citus 13.2 answered while a node was stopped and started.
test.each([
  ['refuses connections', '08006', `${NODE}: Connection refused`, true],
  ['has closed one', '08006', `${NODE}: server closed the connection unexpectedly`, true],
  ['stops within a transaction', 'XX000', 'failure on connection marked as essential: 127.0.0.1:6502', true],
  ['is gone while it executes a statement', 'XX000', 'SSL SYSCALL error: EOF detected', true],
  ['is gone, without TLS', 'XX000', 'server closed the connection unexpectedly', true],
  ['has another internal error', 'XX000', 'could not find block containing chunk', false],
])(
  'RV-718 by the error of a node of Citus that %s the database is known as unavailable, or not: %#',
  (_what, code, message, expected) => {
    expect(isDatabaseUnavailable(Object.assign(new Error(message), { code }))).toBe(expected)
  },
)
