/** Runs works of the same id one after the other, in the order they came; different ids do not wait for each other. */
export function oneAtATime(): <T>(id: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return async (id, work) => {
    const before = last.get(id)
    const mine = before ? before.then(work, work) : work()
    last.set(id, mine)
    try {
      return await mine
    } finally {
      if (last.get(id) === mine) last.delete(id)
    }
  }
}
