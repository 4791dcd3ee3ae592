import { expect, test } from 'vitest'
import { listContractEndpoints } from './inputs.testing.ts'

test('RV-210 every call with an input declares that it may be a bad request', async () => {
  const undeclared = (await listContractEndpoints())
    .filter(({ params, query, body }) => [params, query, body].some(({ type }) => type !== 'undefined'))
    .filter(({ errors }) => !errors.includes('bad-request'))
  expect(undeclared.map(({ method, service, path }) => `${method} ${service} ${path}`)).toEqual([])
})
