/** Runs works of one id one after the other, in the order they came. */
export function oneAtATime(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (id, work) => {
    const mine = (last.get(id) ?? Promise.resolve()).then(work, work)
    last.set(id, mine)
    try {
      return await mine
    } finally {
      if (last.get(id) === mine) last.delete(id)
    }
  }
}
