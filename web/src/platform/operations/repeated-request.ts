/** The id of a request: the same while the same is wanted, so that a repeated press after a lost answer changes nothing. */
export class RepeatedRequest {
  #wanted = ''
  #id = ''

  /** Returns the id for this content, by its JSON. */
  getId(wanted: unknown): string {
    const content = JSON.stringify(wanted)
    if (content !== this.#wanted) this.#id = crypto.randomUUID()
    this.#wanted = content
    return this.#id
  }

  /** The request was answered: the same content is a new one. */
  end(): void {
    this.#wanted = ''
  }
}
