import {
  CompiledQuery,
  type DatabaseConnection,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely'
import type { LimitsByClass, StatementClass } from '../time-limits.ts'
import type { ConnectionQueue } from './connection-queue.ts'
import { isLimitExceeded } from './error-codes.ts'
import { isPlanOutdated } from './prepared-statements.ts'
import { getStatementScope } from './statement-scope.ts'

export interface LimitedDriverOptions {
  byClass: LimitsByClass
  /** The class of statements outside of requests and jobs. */
  defaultClass: StatementClass
  /** The class whose limits a session has from its start; null: unknown, because a pooler opens it. */
  sessionClass: StatementClass | null
  queue: ConnectionQueue
}

type Connection = Awaited<ReturnType<PostgresDriver['acquireConnection']>>

/**
 * A driver that limits statements and their waits for locks by what they are part of. The limits of a transaction are
 * sent together with its BEGIN, without a round trip of their own, and only where they differ from those of the
 * session.
 */
export class LimitedDriver extends PostgresDriver {
  readonly #options: LimitedDriverOptions
  readonly #inTransaction = new WeakSet<DatabaseConnection>()
  readonly #known = new WeakSet<DatabaseConnection>()

  constructor(config: PostgresDialectConfig, options: LimitedDriverOptions) {
    super(config)
    this.#options = options
  }

  override async acquireConnection(): Promise<Connection> {
    const connection = await super.acquireConnection()
    if (!this.#known.has(connection)) {
      this.#known.add(connection)
      this.#limitStatements(connection)
    }
    return connection
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    this.#inTransaction.add(connection)
    const statementClass = this.#getClass()
    if (statementClass === this.#options.sessionClass || settings.isolationLevel || settings.accessMode)
      return super.beginTransaction(connection, settings)
    await connection.executeQuery(CompiledQuery.raw(this.#createBegin(statementClass)))
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection)
    this.#inTransaction.delete(connection)
  }

  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    this.#inTransaction.delete(connection)
    await super.rollbackTransaction(connection)
  }

  #getClass(): StatementClass {
    return getStatementScope()?.statementClass ?? this.#options.defaultClass
  }

  #createBegin(statementClass: StatementClass): string {
    const { statementMs, lockMs } = this.#options.byClass[statementClass]
    return `begin; set local statement_timeout = ${statementMs}; set local lock_timeout = ${lockMs}`
  }

  #limitStatements(connection: DatabaseConnection): void {
    const { byClass, sessionClass, queue } = this.#options
    const execute = connection.executeQuery.bind(connection)
    const executeAlone: typeof execute = async (query, options) => {
      await execute(CompiledQuery.raw(this.#createBegin(this.#getClass())))
      try {
        const result = await execute(query, options)
        await execute(CompiledQuery.raw('commit'))
        return result as never
      } catch (error) {
        // Fails on a broken connection only, which the pool removes.
        await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
        if (isPlanOutdated(error)) return executeAlone(query, options)
        throw error
      }
    }
    connection.executeQuery = async (query, options) => {
      const statementClass = this.#getClass()
      const needsTransaction =
        statementClass !== sessionClass &&
        byClass[statementClass].appliesToSingleStatements &&
        !this.#inTransaction.has(connection)
      try {
        return await (needsTransaction ? executeAlone : execute)(query, options)
      } catch (error) {
        const scope = getStatementScope()
        if (scope && isLimitExceeded(error)) queue.restrict(scope.group)
        throw error
      }
    }
  }
}
