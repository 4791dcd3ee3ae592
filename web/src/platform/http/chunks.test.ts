import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BulkFailure } from './bulk-failure.ts'
import { runForId, runInChunks, splitIntoChunks } from './chunks.ts'

const ids = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`)

describe('chunked', () => {
  test('PL-151 keeps order and every item', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 40 }), (items, size) => {
        const chunks = splitIntoChunks(items, size)
        expect(chunks.flat()).toEqual(items)
        expect(chunks.slice(0, -1).every(chunk => chunk.length === size)).toBe(true)
      }),
    )
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('PL-151 refuses a size of %s', size => {
    expect(() => splitIntoChunks([1], size)).toThrow(RangeError)
  })
})

describe('runInChunks', () => {
  function recorder(answer: (ids: string[], call: number) => readonly string[] | Error) {
    const calls: string[][] = []
    const pauses: number[] = []
    return {
      calls,
      pauses,
      sleep: async (milliseconds: number) => void pauses.push(milliseconds),
      run: async (sent: string[]) => {
        calls.push(sent)
        const failed = answer(sent, calls.length)
        if (failed instanceof Error) throw failed
        return { failed }
      },
    }
  }

  test('OP-19 sends 100 ids per call, sequentially', async () => {
    const { run, calls, sleep } = recorder(() => [])
    const done: number[] = []
    await runInChunks(ids(250), run, { sleep, onProgress: count => done.push(count) })
    expect(calls.map(call => call.length)).toEqual([100, 100, 50])
    expect(calls.flat()).toEqual(ids(250))
    expect(done).toEqual([100, 200, 250])
  })

  test('OP-19, PL-101 retries only failed ids, after 1, 2 and 4 s', async () => {
    const { run, calls, pauses, sleep } = recorder((_, call) => (call < 4 ? ['id-1'] : []))
    await runInChunks(ids(3), run, { sleep })
    expect(calls).toEqual([ids(3), ['id-1'], ['id-1'], ['id-1']])
    expect(pauses).toEqual([1000, 2000, 4000])
  })

  test('PL-101 a call that fails is retried as a whole', async () => {
    const { run, calls, sleep } = recorder((_, call) => (call === 1 ? new Error('offline') : []))
    await runInChunks(ids(2), run, { sleep })
    expect(calls).toEqual([ids(2), ids(2)])
  })

  test("OP-20 'Exceeded maximum amount of retries!' lists the failed ids; later chunks are still sent", async () => {
    const { run, calls, sleep } = recorder(sent => sent.filter(id => id === 'id-7'))
    const failure = await runInChunks(ids(150), run, { sleep }).catch(error => error)
    expect(failure).toBeInstanceOf(BulkFailure)
    expect(failure.message).toBe('Exceeded maximum amount of retries!')
    expect(failure.failed).toEqual(['id-7'])
    expect(calls.map(call => call.length)).toEqual([100, 1, 1, 1, 50])
  })

  test('OP-20 a service that stays unavailable stops the run; all remaining ids count as failed', async () => {
    const { run, calls, sleep } = recorder((_, call) => (call === 1 ? [] : new Error('offline')))
    const failure = await runInChunks(ids(250), run, { sleep }).catch(error => error)
    expect(failure.failed).toEqual(ids(250).slice(100))
    expect(failure.cause).toEqual(new Error('offline'))
    expect(calls).toHaveLength(5)
  })

  test('RV-818 stopped between chunks it sends no further one; the ids that are left are listed', async () => {
    const { run, calls } = recorder(() => [])
    let done = 0
    const failure = await runInChunks(ids(250), run, {
      isStopped: () => done > 0,
      onProgress: count => {
        done = count
      },
    }).catch(error => error)
    expect(failure.failed).toEqual(ids(250).slice(100))
    expect([done, calls.length]).toEqual([100, 1])
  })

  test('stops immediately when aborted', async () => {
    const abort = new AbortController()
    const { run, calls } = recorder(() => ['id-1'])
    const running = runInChunks(ids(2), run, {
      signal: abort.signal,
      sleep: async () => abort.abort(new Error('closed')),
    })
    await expect(running).rejects.toThrow('closed')
    expect(calls).toHaveLength(1)
  })
})

test("OP-20 a single id is not retried: 'Failed to delete photo!'", async () => {
  const calls: string[][] = []
  const run = async (sent: string[]) => {
    calls.push(sent)
    return { failed: sent }
  }
  await expect(runForId('a', run, 'Failed to delete photo!')).rejects.toThrow('Failed to delete photo!')
  expect(calls).toEqual([['a']])
})
