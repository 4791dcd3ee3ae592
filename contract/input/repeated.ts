import { type RuleContext, refuseField } from './field-issues.ts'

/** Returns the index of each text that equals an earlier one. */
export function listRepeated(texts: readonly string[]): number[] {
  const seen = new Set<string>()
  return texts.flatMap((text, index) => {
    if (seen.has(text)) return index
    seen.add(text)
    return []
  })
}

/** Refuses each item of a list whose id is that of an earlier one. */
export function refuseRepeatedIds(items: readonly { id: string }[], ctx: RuleContext): void {
  for (const index of listRepeated(items.map(({ id }) => id))) refuseField(ctx, [index, 'id'])
}
