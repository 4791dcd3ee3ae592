import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decrypt, encrypt } from './encryption.ts'

const key = randomBytes(32)

test('P15 an encrypted text is decrypted with its key only, and is another one each time', async () => {
  const ciphertext = await encrypt(key, 'ümläut 🌊')
  expect(await encrypt(key, 'ümläut 🌊')).not.toBe(ciphertext)
  expect(await decrypt([key], ciphertext)).toBe('ümläut 🌊')
  await expect(decrypt([randomBytes(32)], ciphertext)).rejects.toThrow()
})

test('P15 an altered text is not decrypted', async () => {
  const parts = (await encrypt(key, 'secret')).split('.')
  for (const index of [0, 2, 3, 4]) {
    const altered = parts.with(index, Buffer.from(randomBytes(16)).toString('base64url')).join('.')
    await expect(decrypt([key], altered)).rejects.toThrow()
  }
})
