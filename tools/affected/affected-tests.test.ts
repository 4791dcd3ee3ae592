import { describe, expect, test } from 'vitest'
import { findAffectedTests } from './affected-tests.ts'

const PATHS = [
  'server/src/app.ts',
  'server/src/model.test.ts',
  'server/src/domains/albums/albums.ts',
  'server/src/domains/albums/store/albums.ts',
  'server/src/domains/albums/albums.test.ts',
  'server/src/domains/albums/store/order.test.ts',
  'server/src/domains/photos/photos.test.ts',
  'server/src/domains/retention/run.test.ts',
  'server/src/domains/uploads/index.ts',
  'server/src/domains/uploads/uploads.test.ts',
  'server/src/erase-account.test.ts',
  'server/src/testing/harness.ts',
  'web/src/platform/http/call.test.ts',
  'web/src/domains/uploads/queue/queue.test.ts',
  'proof/browser/albums.spec.ts',
  'proof/browser/uploads.spec.ts',
  'proof/browser/fixtures/drop.ts',
]
const IMPORTS = [
  ['server/src/domains/albums/albums.ts', 'server/src/domains/albums/store/albums.ts'],
  ['server/src/app.ts', 'server/src/domains/albums/albums.ts'],
  ['server/src/testing/harness.ts', 'server/src/app.ts'],
  ['server/src/domains/photos/photos.test.ts', 'server/src/testing/harness.ts'],
  ['server/src/domains/uploads/index.ts', 'server/src/domains/albums/albums.ts'],
  ['server/src/domains/uploads/uploads.test.ts', 'server/src/domains/uploads/index.ts'],
  ['server/src/domains/retention/run.test.ts', 'server/src/domains/uploads/index.ts'],
  ['server/src/erase-account.test.ts', 'server/src/domains/uploads/index.ts'],
  ['server/src/model.test.ts', 'server/src/domains/albums/albums.ts'],
  ['web/src/platform/http/call.test.ts', 'web/src/platform/http/call.ts'],
  ['web/src/domains/uploads/queue/queue.test.ts', 'web/src/platform/http/call.ts'],
  ['proof/browser/uploads.spec.ts', 'proof/browser/fixtures/drop.ts'],
].map(([from, to]) => ({ from: from!, to: to!, line: 1 }))

const affected = (...changed: string[]) => findAffectedTests(PATHS, IMPORTS, changed)

describe('tests that a change affects', () => {
  test('are those of its domain and those that import it, but not all that use the app', () => {
    expect(affected('server/src/domains/albums/store/albums.ts')).toEqual({
      all: false,
      unit: [
        'server/src/model.test.ts',
        'server/src/domains/albums/albums.test.ts',
        'server/src/domains/albums/store/order.test.ts',
        'server/src/domains/uploads/uploads.test.ts',
        'server/src/erase-account.test.ts',
      ],
      browser: ['proof/browser/albums.spec.ts'],
    })
  })

  test('are not those of domains that only use the changed one to set up what they need', () => {
    expect(affected('server/src/domains/albums/albums.ts').unit).not.toContain(
      'server/src/domains/retention/run.test.ts',
    )
    expect(affected('server/src/domains/uploads/index.ts').unit).toContain(
      'server/src/domains/retention/run.test.ts',
    )
  })

  test('are all that use the app when the app itself changes', () => {
    expect(affected('server/src/testing/harness.ts').unit).toContain(
      'server/src/domains/photos/photos.test.ts',
    )
  })

  test('are those of higher layers for a part of the platform', () => {
    expect(affected('web/src/platform/http/call.ts').unit).toEqual([
      'web/src/platform/http/call.test.ts',
      'web/src/domains/uploads/queue/queue.test.ts',
    ])
  })

  test('are the browser tests of the folder, and those that use a changed fixture', () => {
    expect(affected('web/src/domains/uploads/queue/queue.css').browser).toEqual([
      'proof/browser/uploads.spec.ts',
    ])
    expect(affected('server/src/platform/push/push.ts').browser).toEqual(['proof/browser/uploads.spec.ts'])
    expect(affected('proof/browser/fixtures/drop.ts').browser).toEqual(['proof/browser/uploads.spec.ts'])
    expect(affected('docs/albums/albums.md').browser).toEqual([])
  })

  test('are a changed test itself', () => {
    expect(affected('proof/browser/albums.spec.ts')).toEqual({
      all: false,
      unit: [],
      browser: ['proof/browser/albums.spec.ts'],
    })
  })

  test('are all when packages or the runners’ configuration change', () => {
    expect(affected('package-lock.json').all).toBe(true)
    expect(affected('tools/vitest-setup.ts').all).toBe(true)
  })
})
