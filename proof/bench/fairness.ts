import { measureFloods } from './fairness/floods.ts'
import { measureHeavyHeic } from './fairness/heavy-heic.ts'
import type { Bench } from './harness/bench.ts'

/** One customer's load delays another customer by a bounded time, at every door. */
export const fairness: Bench = {
  name: 'fairness',
  target:
    '500 heavy HEIC files of one customer waiting, or a flood at any door: another one’s first page, upload and JPEG in ≤ 2 × the time alone + 1 s, HEIC in ≤ 3 × + one heavy file, health ≤ 500 ms, memory + 100 MiB at most',
  async run(options) {
    const heavyHeic = await measureHeavyHeic(options)
    const floods = await measureFloods(options)
    return {
      correct: [...heavyHeic.correct, ...floods.correct],
      figures: [...heavyHeic.figures, ...floods.figures],
    }
  },
}
