/** A parameter of a statement by its number, or a literal. */
export type Binding = { parameter: number } | { literal: string }

/** A column of one use of a table, with the columns and values that it is equal to. */
export class Column {
  /** Equal columns have the same root. */
  #parent: Column | null = null
  #values: Binding[] = []
  #valueLists: Binding[][] = []
  /** The original columns of a copy; conditions on the copy do not hold for all values of the originals. */
  readonly #originals: Column[] = []

  /** Creates a copy of a column: conditions on the original hold for the copy, but not the reverse. */
  static createCopy(original: Column): Column {
    const copy = new Column()
    copy.#originals.push(original)
    return copy
  }

  equate(other: Column): void {
    const [one, root] = [this.getRoot(), other.getRoot()]
    if (one === root) return
    one.#parent = root
    root.#values.push(...one.#values)
    root.#valueLists.push(...one.#valueLists)
    root.#originals.push(...one.#originals)
  }

  bind(value: Binding): void {
    this.getRoot().#values.push(value)
  }

  /** Binds the column to a list of values; parameters may be arrays. */
  bindToOneOf(...values: Binding[]): void {
    this.getRoot().#valueLists.push(values)
  }

  getRoot(): Column {
    return this.#parent?.getRoot() ?? this
  }

  /** Returns the column among the equal ones whose values all others have. */
  getSource(): Column {
    const root = this.getRoot()
    return root.#originals[0]?.getSource() ?? root
  }

  /** Whether the column is equal to one value of the statement, whatever its parameters are. */
  hasSingleValue(): boolean {
    const root = this.getRoot()
    return root.#values.length > 0 || root.#originals.some(original => original.hasSingleValue())
  }

  /** Lists the values that the column can have; null when any. */
  listValues(values: readonly unknown[]): string[] | null {
    const root = this.getRoot()
    const resolve = (binding: Binding) =>
      'literal' in binding ? binding.literal : values[binding.parameter - 1]
    const [one] = root.#values
    if (one) return [String(resolve(one))]
    const [list] = root.#valueLists
    if (list) return [...new Set(list.flatMap(resolve).map(String))]
    for (const original of root.#originals) {
      const found = original.listValues(values)
      if (found) return found
    }
    return null
  }
}
