/** A parameter of a statement by its number, or a literal. */
export type Binding = { parameter: number } | { literal: string }

/** A column of one use of a table, with the columns and values that it is equal to. */
export class Column {
  /** Equal columns have the same root. */
  #parent: Column | null = null
  #one: Binding[] = []
  #oneOf: Binding[][] = []
  /** The original columns of a copy; conditions on the copy do not hold for all values of the originals. */
  readonly #originals: Column[] = []

  /** A copy of a column: conditions on the original hold for the copy, but not the reverse. */
  static createCopy(original: Column): Column {
    const copy = new Column()
    copy.#originals.push(original)
    return copy
  }

  equate(other: Column): void {
    const [one, root] = [this.root(), other.root()]
    if (one === root) return
    one.#parent = root
    root.#one.push(...one.#one)
    root.#oneOf.push(...one.#oneOf)
    root.#originals.push(...one.#originals)
  }

  bind(value: Binding): void {
    this.root().#one.push(value)
  }

  /** The parameters may be arrays. */
  bindToOneOf(...values: Binding[]): void {
    this.root().#oneOf.push(values)
  }

  root(): Column {
    return this.#parent?.root() ?? this
  }

  /** The one of the equal columns whose values all others have. */
  getSource(): Column {
    const root = this.root()
    return root.#originals[0]?.getSource() ?? root
  }

  /** Whether the column is equal to one value of the statement, whatever its parameters are. */
  isOneValue(): boolean {
    const root = this.root()
    return root.#one.length > 0 || root.#originals.some(original => original.isOneValue())
  }

  /** The values that the column can have; null when any. */
  listValues(values: readonly unknown[]): string[] | null {
    const root = this.root()
    const resolve = (binding: Binding) =>
      'literal' in binding ? binding.literal : values[binding.parameter - 1]
    const [one] = root.#one
    if (one) return [String(resolve(one))]
    const [list] = root.#oneOf
    if (list) return [...new Set(list.flatMap(resolve).map(String))]
    for (const original of root.#originals) {
      const found = original.listValues(values)
      if (found) return found
    }
    return null
  }
}
