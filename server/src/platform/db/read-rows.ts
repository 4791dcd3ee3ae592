/** Reads rows in parts of `limit`, each after the last row of the one before, until a part is not full. */
export async function* readRows<Row>(
  limit: number,
  readPart: (last: Row | undefined, limit: number) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let part: readonly Row[] = []
  do {
    part = await readPart(part.at(-1), limit)
    yield* part
  } while (part.length === limit)
}
