import type { Kysely, RootOperationNode } from 'kysely'

/** Returns the database with a count of the statements that are sent through what is returned, all of them or those that match. */
export function countStatements<S>(
  db: Kysely<S>,
  matches: (node: RootOperationNode) => boolean = () => true,
) {
  let statements = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      if (matches(node)) statements++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  return { db: counted, count: () => statements }
}
