import { expect, test } from 'vitest'
import { BlobMissingError, BlobsUnavailableError } from './blobs.ts'
import { createLimitedSend, READ_LIMITS, WRITE_LIMITS } from './s3-limits.ts'

/** A request that nobody answers: it ends when it is aborted. */
const silent = ({ abortSignal }: { abortSignal: AbortSignal }) =>
  new Promise<never>((_resolve, reject) =>
    abortSignal.addEventListener('abort', () => reject(new Error('aborted'))),
  )

test('RV-710 a request that is not answered fails at its limit', async () => {
  const send = createLimitedSend()
  await expect(send({ attemptMs: 5, allMs: 20 }, silent)).rejects.toThrow(BlobsUnavailableError)
  expect(await send(READ_LIMITS, async () => 'bytes')).toBe('bytes')
})

test.each([
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), true],
  [Object.assign(new Error('timed out'), { name: 'TimeoutError' }), true],
  [new BlobMissingError('There is none'), false],
  [new Error('The server ignored the range'), false],
])('RV-710 %s: the store is unavailable: %s', async (error, isUnavailable) => {
  const failed = createLimitedSend()(WRITE_LIMITS, () => Promise.reject(error))
  if (isUnavailable) await expect(failed).rejects.toThrow(BlobsUnavailableError)
  else await expect(failed).rejects.toBe(error)
})

test('RV-710 reads that wait for a silent store do not pile up: the 513th fails at once, a write does not', async () => {
  const send = createLimitedSend()
  const answer = Promise.withResolvers<string>()
  const waiting = Array.from({ length: 512 }, () => send(READ_LIMITS, () => answer.promise))
  await expect(send(READ_LIMITS, () => answer.promise)).rejects.toThrow('Too many reads wait')
  const write = send(WRITE_LIMITS, () => answer.promise)
  answer.resolve('answered')
  expect(new Set(await Promise.all([...waiting, write]))).toEqual(new Set(['answered']))
  expect(await send(READ_LIMITS, () => answer.promise)).toBe('answered')
})
