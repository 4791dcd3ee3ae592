import { parseSync } from 'oxc-parser'
import type { Mutant } from './mutant.ts'

interface Place {
  start: number
  end: number
  isExpression: boolean
}

/** Plants faults of one file as switches, which PLANTED_FAULT turns on, or a single one for good where it has no place. */
export function plantFaults(content: string, mutants: readonly Mutant[]): string {
  let planted = content
  const places = new Map<number, { place: Place; mutants: Mutant[] }>()
  for (const mutant of mutants) {
    const place = findSwitchPlace(content, mutant)
    if (!place) return checkSyntax(replaceText(content, mutant), mutant)
    const { mutants: others } = places.get(place.start) ?? { mutants: [] }
    places.set(place.start, { place, mutants: [...others, mutant] })
  }
  for (const { place, mutants: here } of [...places.values()].sort((a, b) => b.place.start - a.place.start)) {
    const original = content.slice(place.start, place.end)
    const switched = here.reduceRight((otherwise, mutant) => {
      const replaced = replaceText(original, mutant)
      const condition = `process.env.PLANTED_FAULT === '${mutant.id}'`
      return place.isExpression
        ? `(${condition} ? (${replaced}) : (${otherwise}))`
        : `if (${condition}) {${replaced}\n} else {${otherwise}\n}`
    }, original)
    planted = planted.slice(0, place.start) + switched + planted.slice(place.end)
  }
  return checkSyntax(planted, mutants[0]!)
}

/** Finds the body of the innermost function around the text of the fault. */
export function findSwitchPlace(content: string, { file, text }: Mutant): Place | undefined {
  const start = content.indexOf(text)
  let found: Place | undefined
  visit(parseSync(file, content).program, node => {
    if (!/^(Arrow)?Function/.test(node.type) || !node.body) return
    const isExpression = node.body.type !== 'BlockStatement' && node.body.type !== 'FunctionBody'
    const margin = isExpression ? 0 : 1
    const place = { start: node.body.start + margin, end: node.body.end - margin, isExpression }
    if (place.start <= start && start + text.length <= place.end) found = place
  })
  return found
}

interface Node {
  type: string
  start: number
  end: number
  body?: Node
}

/** Visits parents before children. */
function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return
  if ('type' in value && 'start' in value) onNode(value as Node)
  for (const child of Object.values(value)) visit(child, onNode)
}

const replaceText = (content: string, { text, replacement }: Mutant) =>
  content.replace(text, () => replacement)

function checkSyntax(content: string, { id, file }: Mutant): string {
  const { errors } = parseSync(file, content)
  if (errors[0]) throw new Error(`${id}: ${errors[0].message}`)
  return content
}
