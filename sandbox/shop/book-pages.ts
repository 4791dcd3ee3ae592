/** Divides photos, in their order, among the pages of a book: its cover, and as many other pages as it has and they need. */
export function layOutBook<Photo>(photos: readonly Photo[], pages: number): Photo[][] {
  const [cover, ...rest] = photos
  return cover === undefined ? [] : [[cover], ...distribute(rest, pages - 1)]
}

/** Divides the photos as evenly as possible; a page has at least one. */
function distribute<Photo>(photos: readonly Photo[], pages: number): Photo[][] {
  const count = Math.min(pages, photos.length)
  const base = Math.floor(photos.length / (count || 1))
  const larger = photos.length - base * count
  return Array.from({ length: count }, (_, page) => {
    const start = page * base + Math.min(page, larger)
    return photos.slice(start, start + base + (page < larger ? 1 : 0))
  })
}
