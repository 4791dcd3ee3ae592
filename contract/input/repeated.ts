/** Returns the index of each text that equals an earlier one. */
export function listRepeated(texts: readonly string[]): number[] {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    if (seen.has(text)) return index
    seen.add(text)
    return []
  })
}
