import { expect, test } from 'vitest'
import { isMissing, toHttpFailure } from './http-failure.ts'

const missing = async (status: number, body: object = {}) =>
  isMissing(await toHttpFailure(new Response(JSON.stringify(body), { status }), '/things/1'))

test('RV-201 an unknown id and a text that is no id name nothing; other failures do not', async () => {
  expect(await missing(404)).toBe(true)
  expect(await missing(400, { code: 'bad-request', fields: { id: 'not-valid' } })).toBe(true)
  expect(await missing(400, { code: 'bad-request', fields: { cursor: 'not-valid' } })).toBe(false)
  expect(await missing(400)).toBe(false)
  expect(await missing(500)).toBe(false)
})
