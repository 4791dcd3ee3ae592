import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSealed, seal } from './sealed.ts'

const key = randomBytes(32)

test('P15 a sealed text opens with its key, and only with it', async () => {
  const sealed = await seal(key, 'ümläut 🌊')
  expect(await openSealed(key, sealed)).toBe('ümläut 🌊')
  await expect(openSealed(randomBytes(32), sealed)).rejects.toThrow()
})

test('P15 an altered text does not open', async () => {
  const parts = (await seal(key, 'secret')).split('.')
  for (const index of [0, 2, 3, 4]) {
    const altered = parts.with(index, Buffer.from(randomBytes(16)).toString('base64url')).join('.')
    await expect(openSealed(key, altered)).rejects.toThrow()
  }
})

test('the same text is never sealed the same way twice', async () => {
  expect(await seal(key, 'secret')).not.toBe(await seal(key, 'secret'))
})
