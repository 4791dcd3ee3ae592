import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestFolder } from '../../testing/test-folder.ts'
import { loadOrCreateSecrets } from './secret.ts'
import { createSigner, getTokenExpiry } from './signing.ts'

const SECRET = 'a-secret-of-more-than-thirty-two-characters'
const SCOPE = 'media:library:2f0c9a60-6a0b-4e0e-a3a5-0c5d6a7d3c11'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'
const HOUR = { seconds: 3600, window: 1800 }
const signer = createSigner(SECRET)
const now = new Date('2024-05-03T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

describe('OP-33 P15 a signed token', () => {
  const token = signer.sign(SCOPE, now, HOUR)

  test('contains its scope and expiry, and is path-safe', () => {
    const verified = signer.verify(token, now)!
    expect(verified.scope).toBe(SCOPE)
    expect(token).toMatch(/^[\w.-]+$/)
    expect(encodeURIComponent(token)).toBe(token)
  })

  test('any other character at any position is refused', () => {
    const opened: string[] = []
    for (let i = 0; i < token.length; i++)
      for (const char of ALPHABET) {
        if (char === token[i]) continue
        const altered = token.slice(0, i) + char + token.slice(i + 1)
        if (signer.verify(altered, now)) opened.push(altered)
      }
    expect(opened).toEqual([])
  })

  test('any character removed, doubled or added is refused', () => {
    for (let i = 0; i <= token.length; i++) {
      expect(signer.verify(token.slice(0, i) + token.slice(i + 1), now)).toSatisfy(
        result => i === token.length || result === null,
      )
      expect(signer.verify(token.slice(0, i) + (token[i] ?? 'A') + token.slice(i), now)).toBeNull()
    }
    for (const other of [
      '',
      '.',
      '..',
      '...',
      `${token}.`,
      `.${token}`,
      ` ${token}`,
      `${token} `,
      'a'.repeat(600),
    ])
      expect(signer.verify(other, now)).toBeNull()
  })

  test('parts of two tokens do not form a valid third one', () => {
    const other = signer.sign('media:bin:somebody', now, { seconds: 86_400, window: 1 })
    const [a, b] = [token.split('.'), other.split('.')]
    for (let mask = 1; mask < 7; mask++) {
      const mixed = a.map((part, i) => (mask & (1 << i) ? b[i] : part)).join('.')
      expect(signer.verify(mixed, now)).toBeNull()
    }
  })

  test('is refused with another secret, and with keys of other purposes', () => {
    expect(createSigner(`${SECRET}!`).verify(token, now)).toBeNull()
    const purposes = ['addresses', 'signing-key', 'page-check'].map(each =>
      signer.derive(each).toString('hex'),
    )
    expect(new Set(purposes).size).toBe(3)
    expect(createSigner(signer.derive('page-check').toString('hex')).verify(token, now)).toBeNull()
  })

  test('RV-208 expires after its lifetime and less than a window later, to the second', () => {
    for (let seconds = 0; seconds < 7200; seconds += 7) {
      const at = later(seconds)
      const { expires } = signer.verify(signer.sign(SCOPE, at, HOUR), at)!
      expect(expires).toEqual(getTokenExpiry(at, HOUR))
      const left = (expires.getTime() - at.getTime()) / 1000
      expect(left).toBeGreaterThanOrEqual(3600)
      expect(left).toBeLessThan(5400)
    }
    const { expires } = signer.verify(token, now)!
    expect(signer.verify(token, new Date(expires.getTime() - 1))).not.toBeNull()
    expect(signer.verify(token, expires)).toBeNull()
    expect(signer.verify(token, later(86_400 * 365))).toBeNull()
  })

  test('stays the same within its window, so that browsers can cache, and changes with the next', () => {
    const tokens = Array.from({ length: 7200 }, (_, seconds) => signer.sign(SCOPE, later(seconds), HOUR))
    expect(new Set(tokens).size).toBeLessThanOrEqual(5)
    expect(new Set(tokens).size).toBeGreaterThanOrEqual(4)
    expect(signer.sign('media:library:another', now, HOUR)).not.toBe(token)
  })
})

describe('RV-314 while the secret is being replaced', () => {
  const NEXT = 'another-secret-of-more-than-thirty-two-characters'
  const token = signer.sign(SCOPE, now, HOUR)

  test('tokens of the previous secret are accepted until it is removed; new ones name another key', () => {
    const both = createSigner(NEXT, SECRET)
    expect(both.verify(token, now)?.scope).toBe(SCOPE)
    const renewed = both.sign(SCOPE, now, HOUR)
    expect(renewed.split('.')[2]!.slice(0, 4)).not.toBe(token.split('.')[2]!.slice(0, 4))
    for (const each of [both, createSigner(NEXT)]) expect(each.verify(renewed, now)?.scope).toBe(SCOPE)
    expect(createSigner(NEXT).verify(token, now)).toBeNull()
    expect(signer.verify(renewed, now)).toBeNull()
  })

  test('tokens from before keys had ids are accepted', () => {
    const [expiry, scope, signature] = token.split('.')
    const withoutId = `${expiry}.${scope}.${signature!.slice(4)}`
    expect(createSigner(NEXT, SECRET).verify(withoutId, now)?.scope).toBe(SCOPE)
    expect(createSigner(NEXT).verify(withoutId, now)).toBeNull()
  })

  test('sub-keys of both secrets are known, the current ones first', () => {
    const both = createSigner(NEXT, SECRET)
    expect(both.deriveAll('page-check')).toEqual([
      createSigner(NEXT).derive('page-check'),
      signer.derive('page-check'),
    ])
    expect(both.derive('page-check')).toEqual(createSigner(NEXT).derive('page-check'))
  })
})

describe('the stored secret', () => {
  test('RV-314 its file may have a second line, the previous secret; anything else stops the start', async () => {
    const folder = createTestFolder(onTestFinished)
    const path = join(folder, 'secret')
    const [current, previous] = ['c'.repeat(32), 'p'.repeat(32)]
    await writeFile(path, `${current}\n${previous}\n`)
    expect(await loadOrCreateSecrets(path)).toEqual({ current, previous })
    for (const wrong of ['', 'short', `${current}\nshort`, [current, previous, current].join('\n')]) {
      await writeFile(path, wrong)
      await expect(loadOrCreateSecrets(path)).rejects.toThrow('at least 32 characters')
    }
  })

  test('is created once by concurrent callers, and readable only for the file’s owner', async () => {
    const folder = createTestFolder(onTestFinished)
    const path = join(folder, 'secret')
    const secrets = await Promise.all([loadOrCreateSecrets(path), loadOrCreateSecrets(path)])
    const [first] = secrets
    expect(await loadOrCreateSecrets(path)).toEqual({ current: await readFile(path, 'utf8'), previous: null })
    expect(await readFile(path, 'utf8')).toMatch(/^[\w-]{64}$/)
    expect(secrets[1]).toEqual(first)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['secret'])
  })
})
