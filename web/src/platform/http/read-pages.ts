/** Reads all pages of a list, each with the cursor of the one before. */
export async function readPages<Page extends { cursor: string | null }>(
  read: (query: { cursor?: string }) => Promise<Page>,
): Promise<Page[]> {
  const pages = [await read({})]
  for (let { cursor } = pages[0]!; cursor; cursor = pages.at(-1)!.cursor) pages.push(await read({ cursor }))
  return pages
}
